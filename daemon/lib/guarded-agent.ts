import { lookup as lookUp } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { errorCode } from './error-code.ts';

export interface GuardedAgentOptions {
  /** Returns why the daemon must not connect to an address with a protocol such as `https:`; null if it may. */
  refusalOf: (address: string, protocol: string) => string | null;
  /** Finds all addresses of a name; the default is the system's resolver. */
  lookup?: ((hostname: string) => Promise<string[]>) | undefined;
  /** The time limit for connecting, for the response's headers, and for each pause in its body. */
  timeoutMs: number;
}

const MAX_HEADER_BYTES = 16_384;

/** Creates an HTTP agent that checks each address before it connects. It does not follow redirects. */
export function createGuardedAgent({ refusalOf, lookup = lookUpAll, timeoutMs }: GuardedAgentOptions): Agent {
  return new Agent({
    connect: guardedConnector(refusalOf, lookup, timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
  });
}

const lookUpAll = async (hostname: string) =>
  (await lookUp(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * Connects to an address that it resolved and checked itself, so a name that resolves differently a moment later has no
 * effect. undici would not call a `lookup` for literal addresses.
 */
function guardedConnector(
  refusalOf: GuardedAgentOptions['refusalOf'],
  lookup: (hostname: string) => Promise<string[]>,
  timeout: number,
): buildConnector.connector {
  const dial = buildConnector({ timeout });
  const dialOne = (options: buildConnector.Options, hostname: string) =>
    new Promise<Parameters<buildConnector.Callback>>((resolve) =>
      dial({ ...options, hostname }, (...result: Parameters<buildConnector.Callback>) => resolve(result)),
    );
  const connect = async (options: buildConnector.Options) => {
    const { hostname, protocol } = options;
    const addresses = isIP(hostname) ? [hostname] : await lookup(hostname);
    if (addresses.length === 0) throw new Error('the host name has no address');
    // A single private address among public ones could receive the request, so every address must be allowed.
    for (const address of addresses) {
      const refusal = refusalOf(address, protocol);
      if (refusal !== null) throw new Error(refusal);
    }
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

/** Describes why a request failed. */
export function requestFault(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const code = errorCode(error) ?? '';
  return (SENTENCES[code] ?? error.message).slice(0, 300);
}
