import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { PROBLEM_TYPE, problemBody, type RefusalCode } from '../contract/refusals.ts';
import type { Log } from '../lib/log.ts';
import { corsHeaders, isSdkPath, OPEN_TO_PAGES, pageOriginOf } from './cors.ts';
import { admit, newRequestId, type Traffic } from './traffic.ts';

const MAX_CONNECTIONS = 10_000;
const PROBES = ['/healthz', '/readyz', '/metrics'];

type HotRoutes = (incoming: IncomingMessage, response: ServerResponse) => Promise<void> | null;

/** Node's server: hot routes first, then Express. Slow and broken clients are let go of here. */
export function createHttpServer(app: Express, hotRoutes: HotRoutes, traffic: Traffic, log: Log): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // With the second that may pass between two looks, a slow sender is gone within 15.
      requestTimeout: 14_000,
      // Longer than balancers keep theirs, so that it is never we who close a connection they are about to use.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    (incoming, response) => {
      // Overload is no reason for an orchestrator to take the daemon for dead.
      const isProbe = PROBES.includes(incoming.url ?? '');
      if (!isProbe && !admitPage(traffic, incoming, response)) return;
      const taken = hotRoutes(incoming, response);
      if (!taken) return app(incoming, response);
      taken.catch((error: unknown) => {
        log.error('internal_error', { error });
        response.destroy();
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', refuseClient);
  return server;
}

/**
 * A page is to read its 503. It could not where the preflight before it was refused, so preflights, which cost no more to
 * answer than to refuse, find room where nothing else does.
 */
function admitPage(traffic: Traffic, incoming: IncomingMessage, response: ServerResponse): boolean {
  const origin = pageOriginOf(incoming);
  if (origin === undefined)
    return admit(traffic, response, traffic.maxUnderWay, isSdkPath(incoming.url) ? OPEN_TO_PAGES : {});
  const room = incoming.method === 'OPTIONS' ? 2 * traffic.maxUnderWay : traffic.maxUnderWay;
  return admit(traffic, response, room, corsHeaders(origin));
}

/** What Node's parser refuses has no request: the answer is written by hand. */
function refuseClient(error: NodeJS.ErrnoException, socket: Duplex) {
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
  const [line, code] = REFUSED[error.code ?? ''] ?? ['400 Bad Request', 'invalid_request'];
  const body = problemBody({ code, detail: line.slice(4) }, newRequestId());
  const head = `Connection: close\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${line}\r\n${head}\r\n\r\n${body}`);
}

const REFUSED: Record<string, [string, RefusalCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'invalid_request'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid_request'],
};
