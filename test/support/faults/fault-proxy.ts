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

/** A request that came to the proxy, and what became of it. */
export interface Asked {
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Null: no answer went out (yet). */
  status: number | null;
  answeredAt: number | null;
  /** Seconds, where the answer told them. */
  retryAfter: number | null;
}

/** What is done to one request. Nothing named: it is passed on, and so is its answer. */
interface Plan {
  /** Answered here; the server never hears of it. */
  answer?: { status: number; headers?: Record<string, string>; body?: string };
  /** Waits before it is passed on. */
  delayMs?: number;
  /** The server does what it is asked; its answer never arrives. */
  cutsAnswer?: boolean;
}
export type Fault = (asked: Asked) => Plan;

export const passing: Fault = () => ({});
export const refusing =
  (status: number, headers: Record<string, string> = {}): Fault =>
  () => ({ answer: { status, headers } });
/** As the daemon refuses: by a problem document. */
export const refusingAsDaemon =
  (status: number, code: string): Fault =>
  () => ({
    answer: { status, headers: { 'Content-Type': 'application/problem+json' }, body: JSON.stringify({ code }) },
  });
/** As a firewall, a proxy or a hotel refuses, or welcomes: by a page of its own. */
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
/** The first so many that bring something are carried out without their sender's hearing of it. */
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
 * Stands before a server and does to its requests what it is told. A browser's preflights always pass: were they refused,
 * what a page sends would never come, and nothing could be counted.
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
    /** What the page itself asked, without the browser's preflights. */
    requests: () => log.filter(({ method }) => method !== 'OPTIONS'),
    /** The most that brought something and were under way at once. */
    mostAtOnce: () => open.most,
    behave: (next: Fault) => {
      fault = next;
    },
    /** Refuses connections until it is up again, on the same port. */
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

/** As the daemon's own refusals are: a page of another origin may see why. */
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
