import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Log } from '../../lib/log.ts';
import { problemAnswer } from '../messages.ts';
import { newRequestId } from '../request-id.ts';
import { closesAfter, PEER_HEADER, peerOf, send, type Traffic } from '../traffic.ts';

/** What belongs to one connection and not to the request or the answer (RFC 9110, 7.6.1). */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** The worker has told the client to go on already; and what a client says of its own address is not to be believed. */
const OF_WORKER = new Set(['expect', PEER_HEADER]);
const MAX_IDLE = 64;

export interface PassOnParts {
  daemonSocket: string;
  traffic: Traffic;
  log: Log;
}

/** @returns what sends a request to the daemon as it came, and the daemon's answer to the client, both while they arrive */
export function createPassOn({ daemonSocket, traffic, log }: PassOnParts) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE });
  return (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, url: path } = incoming;
    const outgoing = request({ socketPath: daemonSocket, agent, method, path, headers: headersFor(incoming, traffic) });
    outgoing.once('response', (answer) => {
      if (closesAfter(traffic, incoming)) response.setHeader('Connection', 'close');
      response.writeHead(answer.statusCode ?? 502, headersOf(answer));
      pipeline(answer, response, (error) => {
        if (error) response.destroy();
        if (outgoing.writableEnded) return;
        // The daemon has answered before it had the whole request. The rest must be read before the client's next one.
        incoming.unpipe(outgoing).resume();
        outgoing.destroy();
      });
    });
    outgoing.on('error', (error) => {
      if (response.headersSent || response.destroyed) return;
      log.warn('A request could not be passed on', { error });
      // The daemon may have done the request, as with every connection that breaks: only the client can find out.
      if (outgoing.reusedSocket || isBroken(error)) response.destroy();
      else send(traffic, response, problemAnswer({ code: 'unavailable' }, newRequestId()));
    });
    response.once('close', () => {
      if (!response.writableFinished) outgoing.destroy();
    });
    incoming.pipe(outgoing);
  };
}

const isBroken = (error: NodeJS.ErrnoException) => error.code === 'ECONNRESET' || error.code === 'EPIPE';

function headersFor(incoming: IncomingMessage, traffic: Traffic): string[] {
  const { rawHeaders, headers } = incoming;
  const kept = pairsOf(rawHeaders).filter(([name]) => !OF_CONNECTION.has(name) && !OF_WORKER.has(name));
  const passed = kept.flatMap(([, ...pair]) => pair);
  // Without a length Node would send the body of some methods as if there were none.
  if (headers['transfer-encoding'] !== undefined) passed.push('Transfer-Encoding', 'chunked');
  return [...passed, PEER_HEADER, peerOf(incoming, traffic)];
}

const headersOf = ({ rawHeaders }: IncomingMessage): string[] =>
  pairsOf(rawHeaders)
    .filter(([name]) => !OF_CONNECTION.has(name))
    .flatMap(([, ...pair]) => pair);

/** The name in small letters, then the name and the value as they came. */
function pairsOf(rawHeaders: readonly string[]): [string, string, string][] {
  const pairs: [string, string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    pairs.push([name.toLowerCase(), name, rawHeaders[at + 1] ?? '']);
  }
  return pairs;
}
