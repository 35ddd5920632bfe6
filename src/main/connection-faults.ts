import type { Refusal } from '../preload/api.ts';
import type { DesktopRefusalCode } from '../preload/desktop-refusals.ts';
import { problem } from './problems.ts';

/** Electron describes a failed request only in the error's message, by Chromium's name for the error. */
const FAULTS: readonly [RegExp, DesktopRefusalCode][] = [
  [/net::ERR_(?:CERT|SSL|BAD_SSL)_/, 'certificate_fault'],
  [/net::ERR_(?:NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_|ICANN_)/, 'server_name_unknown'],
  [/net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED)/, 'offline'],
  [/net::ERR_CONNECTION_REFUSED/, 'connection_refused'],
  [/net::ERR_(?:PROXY|TUNNEL|SOCKS|MANDATORY_PROXY)_/, 'proxy_fault'],
  [/net::ERR_(?:\w+_)?TIMED_OUT/, 'answer_timed_out'],
  [
    /net::ERR_(?:CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|INCOMPLETE|CONTENT_LENGTH|HTTP2_)/,
    'connection_broken',
  ],
  [/Attempted to redirect/, 'redirected'],
];

/** Returns the reason why a request got no response. */
export function connectionFault(error: unknown): Refusal {
  const { name = '', message = '' } = error instanceof Error ? error : {};
  if (name === 'TimeoutError') return problem('answer_timed_out');
  return problem(FAULTS.find(([pattern]) => pattern.test(message))?.[1] ?? 'no_connection');
}

/** Returns the reason why a response broke off. */
export function breakFault(error: unknown): Refusal {
  const fault = connectionFault(error);
  return fault.code === 'no_connection' ? problem('connection_broken') : fault;
}
