import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../lib/network-of.ts';
import { leaveAll, type Traffic } from './traffic.ts';

/**
 * Counts the connections from each address (for IPv6, from each /64 network), so that one client cannot use up all
 * request slots or all connections.
 * @param most the limit per address; null behind proxies, because all clients have the proxy's address
 * @returns a function that returns whether a connection exceeds the limit for its address; if so, its requests get 503
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
    // A 503 is better for the client than a closed connection. However, the connection must stay open until its
    // request arrives, so connections beyond twice the limit are closed.
    if (count > 2 * most) socket.destroy();
    else tooMany.add(socket);
  });
  return (socket) => tooMany.has(socket);
}

/**
 * Closes the connection if its client has stopped reading. If no bytes are waiting to be sent, the daemon itself is
 * still working on the response, and the connection is kept.
 */
export function cutWhenStalled(response: ServerResponse, { connections }: Traffic): void {
  response.on('timeout', (socket: Socket) => {
    if (response.writableLength === 0 && socket.writableLength === 0) return;
    connections.stalled += 1;
    // A plain close would leave the unread bytes in the kernel.
    socket.resetAndDestroy();
  });
}

/**
 * Closes the connection soon after a file if no other request follows. The client may have stopped reading: Node has
 * sent the file, but the operating system can still hold some of its bytes. Proxies reuse idle connections, so the
 * daemon leaves connections from proxies open.
 */
export function closeSoonAfter(response: ServerResponse, { trustedHops, stallMs }: Traffic): void {
  if (trustedHops > 0) return;
  const { socket } = response.req;
  // When this event fires, Node has already set its timeout for idle connections, which this one replaces until the
  // next request.
  response.once('finish', () => socket.setTimeout(stallMs));
}
