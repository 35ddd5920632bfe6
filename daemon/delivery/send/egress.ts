import { lookup as lookUp } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Attempt } from '../../features/webhooks/attempt-rules.ts';
import { mayReach, type Network } from '../../features/webhooks/egress-rules.ts';
import { errorCode } from '../../lib/error-code.ts';
import { exchange } from './exchange.ts';

// Every request of the daemon to an address that a client chose passes through this file.

export interface EgressOptions {
  /** Private networks that the daemon may reach. */
  opened: readonly Network[];
  /** Sent in a header that the signature does not cover, so that receivers recognise messages from staging. */
  environment: string;
  /** Finds all addresses of a name; the default is the system's resolver. */
  lookup?: (hostname: string) => Promise<string[]>;
  /** The time limit from the lookup of the name to the end of the response. */
  timeoutMs?: number | undefined;
}

export interface Egress {
  /** Sends one request and follows no redirect. @returns null if the signal aborted it: its outcome is unknown */
  post(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<Attempt | null>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 16_384;

const REFUSED = 'EGRESS_REFUSED';
const refused = () =>
  Object.assign(new Error('the address is private and not allowed by REDEEMD_ALLOW_PRIVATE_WEBHOOKS'), {
    code: REFUSED,
  });

export function createEgress({
  opened,
  environment,
  lookup = lookUpAll,
  timeoutMs = TIMEOUT_MS,
}: EgressOptions): Egress {
  const agent = new Agent({
    connect: guardedConnector(opened, lookup, timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
  });
  return {
    post: (url, signed, body, signal) => {
      const headers = { ...signed, 'webhook-environment': environment };
      return exchange(agent, { url, headers, body, timeoutMs, signal, sentenceOf });
    },
    close: () => agent.destroy(),
  };
}

const lookUpAll = async (hostname: string) =>
  (await lookUp(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * Connects to an address that it resolved and checked itself, so a name that resolves differently a moment later has no
 * effect. undici would not call a `lookup` for literal addresses.
 */
function guardedConnector(
  opened: readonly Network[],
  lookup: (hostname: string) => Promise<string[]>,
  timeout: number,
): buildConnector.connector {
  const dial = buildConnector({ timeout });
  const dialOne = (options: buildConnector.Options, hostname: string) =>
    new Promise<Parameters<buildConnector.Callback>>((resolve) =>
      dial({ ...options, hostname }, (...result: Parameters<buildConnector.Callback>) => resolve(result)),
    );
  const connect = async (options: buildConnector.Options) => {
    const { hostname } = options;
    const addresses = isIP(hostname) ? [hostname] : await lookup(hostname);
    // One private address among public ones would let a request through, so every address must be allowed.
    if (addresses.length === 0 || !addresses.every((address) => mayReach(address, opened))) throw refused();
    let result: Parameters<buildConnector.Callback> | undefined;
    for (const address of addresses) {
      result = await dialOne(options, address);
      if (result[0] === null) break;
    }
    return result as Parameters<buildConnector.Callback>;
  };
  return (options, callback) => {
    connect(options).then(
      (result) => callback(...result),
      (error: Error) => callback(error, null),
    );
  };
}

const SENTENCES: Record<string, string> = {
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
};

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const code = errorCode(error) ?? '';
  return (SENTENCES[code] ?? error.message).slice(0, 300);
}
