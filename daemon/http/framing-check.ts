import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from '../contract/refusals.ts';
import { problemAnswer } from './messages.ts';
import { newRequestId } from './request-id.ts';
import { send, type Traffic } from './traffic.ts';

/** A browser sends about twenty header lines, and a chain of proxies adds about ten. */
const MOST_HEADERS = 100;

/**
 * Returns why a proxy could disagree with the daemon about the end or the host of the request; null if it could not.
 */
function faultOf({ rawHeaders, headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): Problem | null {
  if (rawHeaders.length > 2 * MOST_HEADERS) return { code: 'headers_too_large' };
  if (httpVersionMajor !== 1) return { code: 'invalid_request', detail: 'The daemon only supports HTTP/1.1.' };
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersionMinor === 0 || coding.toLowerCase() !== 'chunked'))
    return { code: 'invalid_request', detail: 'The only supported Transfer-Encoding is chunked, in HTTP/1.1.' };
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  return hosts.length > 1 ? { code: 'invalid_request', detail: 'The request has more than one Host header.' } : null;
}

/** Creates a check that refuses requests that a proxy could read differently, and closes their connections. */
export function createFramingCheck(traffic: Traffic) {
  const refused = new WeakSet<Duplex>();
  return {
    /** Returns whether a request on the connection was refused. Node still parses the data after that request. */
    isRefused: (socket: Duplex) => refused.has(socket),
    /** @returns whether the request needs no further handling */
    refuse(incoming: IncomingMessage, response: ServerResponse): boolean {
      if (refused.has(incoming.socket)) return true;
      const fault = faultOf(incoming);
      if (!fault) return false;
      refused.add(incoming.socket);
      response.setHeader('Connection', 'close');
      send(traffic, response, problemAnswer(fault, newRequestId()));
      return true;
    },
  };
}
