import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}
export type Behaviour = (response: ServerResponse, request: Received, serial: number) => void;

export const answering =
  (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);
/** Reads the request and sends no response. */
export const silent: Behaviour = () => {};
export const cutting: Behaviour = (response) => void response.destroy();
/** Sends an endless response as fast as it is read. */
export const endless: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(16_384)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};
/** Sends a byte at each interval and never ends. */
export const dripping =
  (everyMs: number): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const drip = setInterval(() => response.write('.'), everyMs);
    response.on('close', () => clearInterval(drip));
  };

/** Starts a receiver of webhooks over real HTTP. Tests set its behaviour. */
export async function startReceiver(first: Behaviour = answering(204)) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let behave = first;
  let connections = 0;
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    const got = { path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    response.on('error', () => {});
    behave(response, got, received.length);
  };
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    /** Returns the number of open connections. */
    open: () => sockets.size,
    behave: (next: Behaviour) => {
      behave = next;
    },
    /** Refuses connections until `up` is called, which uses the same port. */
    down: close,
    up: () => listen(port),
    close,
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Returns the message if the standard library accepts its signature, and throws an error otherwise. */
export const verified = ({ headers, body }: Received, secret: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape
  new Webhook(secret).verify(body, headers) as any;

export const idOf = ({ headers }: Received): string => headers['webhook-id'] ?? '';
export const typeOf = ({ body }: Received): string => JSON.parse(body).type;
