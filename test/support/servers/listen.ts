import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on a free port of the loopback interface. @returns its HTTP URL */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
