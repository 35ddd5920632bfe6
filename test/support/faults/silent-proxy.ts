import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** The URL of the same server through the proxy. */
  url: string;
  /** Drops all data from now on. Connections are accepted but get no response. */
  silence(): void;
  /** Forwards new connections again. Those that lost data stay dead. */
  speak(): void;
  close(): Promise<void>;
}

/** Starts a proxy between a daemon and its Postgres. It can act as a network that drops every packet. */
export async function startSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const join = (from: Socket, to: Socket) => {
    let deaf = false;
    from.on('data', (bytes) => {
      deaf ||= silent;
      if (!deaf) to.write(bytes);
    });
    from.on('close', () => to.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (silent) return void near.resume();
    const far = connect(Number(target.port), target.hostname);
    keep(far);
    join(near, far);
    join(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(serverUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence: () => {
      silent = true;
    },
    speak: () => {
      silent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
