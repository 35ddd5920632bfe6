import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than a statement may take; with what is closed after the server, the daemon ends within ten seconds. */
const FINISH_MS = 6000;

/** @returns the port at which the server listens */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(named(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

export const urlOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const named = (error: NodeJS.ErrnoException, host: string, port: number) =>
  error.code === 'EADDRINUSE'
    ? new Error(`Another program listens on ${host}:${port}; REDEEMD_PORT chooses another port`, { cause: error })
    : error;

/** Takes no new connections, and gives requests under way `FINISH_MS` to get their answers. */
export async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearTimeout(late);
}
