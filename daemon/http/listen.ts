import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * This is longer than a statement can take. Including the parts that close after the server, the daemon ends within ten
 * seconds.
 */
const FINISH_MS = 6000;

/** @returns the port on which the server listens */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(named(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Throws if the address is taken: a daemon that cannot listen there must not create a database first. */
export async function expectFreeAddress(at: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  await listen(probe, at);
  await new Promise((resolve) => probe.close(resolve));
}

const OF_WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export const isWildcard = (host: string) => host in OF_WILDCARDS;

/** Returns the URL at which this machine reaches the daemon: browsers cannot open a wildcard such as 0.0.0.0. */
export function urlOf(host: string, port: number): string {
  const reached = OF_WILDCARDS[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

export const LINKS_HERE_ONLY =
  'REDEEMD_PUBLIC_URL is not set, but the daemon listens on every address: its links only work on this machine';

const named = (error: NodeJS.ErrnoException, host: string, port: number) =>
  error.code === 'EADDRINUSE'
    ? new Error(`Another program is using ${host}:${port}. To choose another port, set REDEEMD_PORT`, { cause: error })
    : error;

/** Stops accepting connections, and gives requests in progress `FINISH_MS` to get their responses. */
export async function stopServer(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearTimeout(late);
}
