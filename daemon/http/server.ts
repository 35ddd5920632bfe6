import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE, problemBody, type RefusalCode } from '../contract/refusals.ts';
import type { Log } from '../lib/log.ts';
import { closeSoonAfter, countConnections, cutWhenStalled } from './connections.ts';
import { corsHeaders, isSdkPath, OPEN_TO_PAGES, pageOriginOf } from './cors.ts';
import { createFramingCheck } from './framing-check.ts';
import { problemAnswer } from './messages.ts';
import { newRequestId } from './request-id.ts';
import { admit, admitFile, send, type Traffic } from './traffic.ts';

const MAX_CONNECTIONS = 10_000;
/**
 * Public paths that are cheap to serve. Requests to them have their own limit, so that they do not use up request
 * slots.
 */
const FILES =
  /^\/(portal|creator(?!\/request-link)|sdk|service-sdk(?:-[\w.-]+)?|docs|updates|v1\/openapi\.json)?([/.?]|$)/;
const PROBES = ['/healthz', '/readyz', '/metrics'];

type HotRoutes = (incoming: IncomingMessage, response: ServerResponse) => Promise<void> | null;

export interface ServerParts {
  /** Express, which answers the requests that no hot route accepts. */
  app: (incoming: IncomingMessage, response: ServerResponse) => void;
  hotRoutes: HotRoutes;
  traffic: Traffic;
  /** The maximum number of connections per address; null for no limit. */
  maxPerAddress: number | null;
  log: Log;
}

const OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  // Node checks once a second, so a slow sender is cut off within 15 s.
  requestTimeout: 14_000,
  // Load balancers keep idle connections for a shorter time, so the daemon never closes one that they still use.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
};
/** Creates Node's HTTP server: hot routes first, then Express. It closes connections of slow and broken clients. */
export function createHttpServer({ app, hotRoutes, traffic, maxPerAddress, log }: ServerParts): Server {
  const framing = createFramingCheck(traffic);
  const server = createServer(OPTIONS, (incoming, response) => {
    if (framing.refuse(incoming, response)) return;
    cutWhenStalled(response, traffic);
    // Probes are always answered, so that an orchestrator does not restart a daemon under overload.
    const isProbe = PROBES.includes(incoming.url ?? '');
    if (!isProbe && isTooMany(incoming.socket)) return refuseAddress(traffic, response);
    if (!isProbe && !admitPage(traffic, incoming, response)) return;
    const taken = hotRoutes(incoming, response);
    if (!taken) return app(incoming, response);
    taken.catch((error: unknown) => {
      log.error('internal_error', { error });
      response.destroy();
    });
  });
  server.timeout = traffic.stallMs;
  server.maxConnections = MAX_CONNECTIONS;
  // Otherwise Node's parser would use all headers to frame a request, but show only the first thousand of them.
  server.maxHeadersCount = 0;
  const isTooMany = countConnections(server, traffic, maxPerAddress);
  server.on('clientError', (error, socket) => {
    if (!framing.isRefused(socket)) refuseClient(error, socket);
  });
  return server;
}

/**
 * A page can read the 503 for its request only if the preflight before the request was admitted. Serving a preflight
 * costs no more than refusing it, so the limit for preflights is twice as high.
 */
function admitPage(traffic: Traffic, incoming: IncomingMessage, response: ServerResponse): boolean {
  if (FILES.test(incoming.url ?? '')) {
    closeSoonAfter(response, traffic);
    return admitFile(traffic, response, isSdkPath(incoming.url) ? OPEN_TO_PAGES : {});
  }
  const origin = pageOriginOf(incoming);
  if (origin === undefined) return admit(traffic, response);
  const room = incoming.method === 'OPTIONS' ? 2 * traffic.maxInProgress : traffic.maxInProgress;
  return admit(traffic, response, room, corsHeaders(origin));
}

/** Closes the connection after the refusal, because a new connection may be within the limit. */
function refuseAddress(traffic: Traffic, response: ServerResponse) {
  response.setHeader('Connection', 'close');
  const detail = 'Too many connections from this address.';
  send(traffic, response, problemAnswer({ code: 'unavailable', detail }, newRequestId()));
}

/** Answers requests that Node's parser refuses. They have no response object, so this writes to the socket. */
function refuseClient(error: NodeJS.ErrnoException, socket: Duplex) {
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
  const [line, code] = REFUSED[error.code ?? ''] ?? ['400 Bad Request', 'invalid_request'];
  const body = problemBody({ code, detail: line.slice(4) }, newRequestId());
  const head = `Connection: close\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${line}\r\n${head}\r\n\r\n${body}`);
}

const REFUSED: Record<string, [string, RefusalCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout'],
};
