import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MS = 100;

export interface Balancer {
  url: string;
  /** Adds a daemon, which gets requests only after it has reported that it is ready. */
  add(daemonUrl: string): void;
  remove(daemonUrl: string): void;
  ready(): number;
  close(): Promise<void>;
}

/** Distributes requests among ready daemons in turn. It never retries, so that it hides no failure. */
export async function startBalancer(): Promise<Balancer> {
  const daemons = new Map<string, boolean>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const looks = setInterval(() => {
    for (const url of daemons.keys()) void look(url);
  }, LOOK_MS);
  const look = async (url: string) => {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (daemons.has(url)) daemons.set(url, answer?.status === 200);
  };
  const readyUrls = () => [...daemons].flatMap(([url, isReady]) => (isReady ? [url] : []));
  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    const urls = readyUrls();
    const url = urls[turn++ % urls.length];
    const fail = () => (response.headersSent ? response.destroy() : response.writeHead(502).end('{}'));
    if (!url) return void fail();
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '/', url), { method, headers, agent }, (answer) => {
      const { connection: _, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.on('error', fail).pipe(response);
    });
    forwarded.on('error', fail);
    incoming.pipe(forwarded);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void daemons.set(url, false),
    remove: (url) => void daemons.delete(url),
    ready: () => readyUrls().length,
    async close() {
      clearInterval(looks);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
