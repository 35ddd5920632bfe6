import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../lib/network-of.ts';
import { leaveAll, type Traffic } from './traffic.ts';

/**
 * Counts the connections of each address (of IPv6: of each /64 network). One client can then neither hold all places of
 * requests nor all connections.
 * @param most of one address; null where proxies are in front, since their address stands for all clients
 * @returns whether a connection is one too many of its address; its requests are answered 503
 */
export function countConnections(server: Server, traffic: Traffic, most: number | null): (socket: Socket) => boolean {
  const { connections } = traffic;
  const byAddress = new Map<string, number>();
  const tooMany = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = (byAddress.get(address) ?? 0) + 1;
    byAddress.set(address, count);
    connections.open += 1;
    socket.once('close', () => {
      connections.open -= 1;
      traffic.held.forget(socket);
      leaveAll(traffic, socket);
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    });
    if (most === null || count <= most) return;
    connections.refused += 1;
    // A 503 is kinder than a broken connection, but it holds a connection until the request comes.
    if (count > 2 * most) socket.destroy();
    else tooMany.add(socket);
  });
  return (socket) => tooMany.has(socket);
}

/**
 * Closes the connection when its client does not read. Where nothing waits to leave, the daemon itself still works on the
 * answer, and the connection stays.
 */
export function cutWhenStalled(response: ServerResponse, { connections }: Traffic): void {
  response.on('timeout', (socket: Socket) => {
    if (response.writableLength === 0 && socket.writableLength === 0) return;
    connections.stalled += 1;
    // A plain close would leave the unread bytes with the kernel.
    socket.resetAndDestroy();
  });
}

/**
 * Closes the connection soon after a file, where the client has nothing more to ask: what the system took over for a client
 * that does not read looks the same. A proxy keeps its connections, as it would be surprised.
 */
export function closeSoonAfter(response: ServerResponse, { trustedHops, stallMs }: Traffic): void {
  if (trustedHops > 0) return;
  const { socket } = response.req;
  // Node has set the time for idle connections by then; the next request sets it back.
  response.once('finish', () => socket.setTimeout(stallMs));
}
