import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that reached the proxy, and its outcome. */
export interface Asked {
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Null if no response has been sent (yet). */
  status: number | null;
  answeredAt: number | null;
  /** The seconds in the response's `Retry-After` header, if it has one. */
  retryAfter: number | null;
}

/** How the proxy treats one request. An empty plan forwards the request and its response. */
interface Plan {
  /** The proxy responds, and the server does not receive the request. */
  answer?: { status: number; headers?: Record<string, string>; body?: string };
  /** The request is forwarded after this delay. */
  delayMs?: number;
  /** The server processes the request, but its response is dropped. */
  cutsAnswer?: boolean;
}
export type Fault = (asked: Asked) => Plan;

export const passing: Fault = () => ({});
export const refusing =
  (status: number, headers: Record<string, string> = {}): Fault =>
  () => ({ answer: { status, headers } });
/** Refuses as the daemon does, with a problem document. */
export const refusingAsDaemon =
  (status: number, code: string): Fault =>
  () => ({
    answer: { status, headers: { 'Content-Type': 'application/problem+json' }, body: JSON.stringify({ code }) },
  });
/** Responds as a firewall, a proxy or a hotel's Wi-Fi does, with its own page. */
export const refusingByPage =
  (status: number): Fault =>
  () => ({
    answer: { status, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Blocked</title>' },
  });
export const retryLater = (seconds: number) => refusing(429, { 'Retry-After': String(seconds) });
export const refusingOver =
  (bytes: number): Fault =>
  ({ body }) =>
    body.length > bytes ? { answer: { status: 413 } } : {};
export const slowBy =
  (delayMs: number): Fault =>
  () => ({ delayMs });
/** Lets the server process the first `count` POST requests, but drops its responses. */
export function cuttingAnswers(count: number): Fault {
  let left = count;
  return ({ method }) => {
    if (method !== 'POST') return {};
    left -= 1;
    return { cutsAnswer: left >= 0 };
  };
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/**
 * Starts a proxy that applies the current fault to each request. A browser's preflights always pass, because otherwise
 * the page's requests would never arrive and could not be counted.
 */
export async function startFaultProxy(upstream: string) {
  const { hostname, port: upstreamPort } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const log: Asked[] = [];
  const open = { now: 0, most: 0 };
  let fault = passing;

  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => {});
    void take(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });

  async function take(incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await bytesOf(incoming);
    const { method = '', url: path = '', headers } = incoming;
    const asked: Asked = {
      ...{ at: Date.now(), method, path, headers, body },
      ...{ status: null, answeredAt: null, retryAfter: null },
    };
    log.push(asked);
    if (method === 'OPTIONS') return forward(asked, outgoing, false);
    open.now += method === 'POST' ? 1 : 0;
    open.most = Math.max(open.most, open.now);
    try {
      const { answer, delayMs, cutsAnswer = false } = fault(asked);
      if (delayMs) await sleep(delayMs);
      if (!answer) return await forward(asked, outgoing, cutsAnswer);
      note(asked, answer.status, answer.headers?.['Retry-After']);
      outgoing.writeHead(answer.status, { ...readableBy(headers.origin), ...answer.headers }).end(answer.body);
    } finally {
      open.now -= method === 'POST' ? 1 : 0;
    }
  }

  function forward(asked: Asked, outgoing: ServerResponse, cutsAnswer: boolean): Promise<void> {
    const { method, path, headers, body } = asked;
    const passed = { ...headers, host: `${hostname}:${upstreamPort}`, 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const inner = request({ agent, hostname, port: upstreamPort, method, path, headers: passed }, (answer) => {
        void bytesOf(answer).then((bytes) => {
          if (cutsAnswer) outgoing.destroy();
          else {
            note(asked, answer.statusCode ?? 0, answer.headers['retry-after']);
            const { 'transfer-encoding': _chunked, connection: _hop, ...told } = answer.headers;
            outgoing.writeHead(answer.statusCode ?? 502, told).end(bytes);
          }
          resolve();
        }, reject);
      });
      inner.on('error', reject);
      inner.end(body);
    });
  }

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const down = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    /** Returns the page's own requests, without the browser's preflights. */
    requests: () => log.filter(({ method }) => method !== 'OPTIONS'),
    /** Returns the largest number of POST requests that were in progress at the same time. */
    mostAtOnce: () => open.most,
    behave: (next: Fault) => {
      fault = next;
    },
    /** Refuses connections until `up` is called, which uses the same port. */
    down,
    up: () => listen(port),
    async close() {
      if (server.listening) await down();
      agent.destroy();
    },
  };
}

function note(asked: Asked, status: number, retryAfter: string | undefined) {
  asked.status = status;
  asked.answeredAt = Date.now();
  asked.retryAfter = retryAfter === undefined ? null : Number(retryAfter);
}

/** Adds the headers of the daemon's own refusals, so that a page from another origin can read the reason. */
const readableBy = (origin: string | undefined): Record<string, string> =>
  origin === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'Retry-After, Date',
      };

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
