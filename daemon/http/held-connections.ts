import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The longest time that a connection is held, which is also the `Retry-After` of the 503. */
const HELD_MS = 1000;
const POLL_MS = 100;

/**
 * Connections whose request was rejected. The daemon reads them again when it can accept a request, or after a second:
 * a request that waits unread costs nothing, and refusing one costs almost as much as answering it.
 */
export interface HeldConnections {
  holdAfter(response: ServerResponse): void;
  hold(socket: Socket): void;
  /** Resumes the connection that has waited longest. */
  releaseOne(): void;
  releaseAll(): void;
  forget(socket: Socket): void;
  readonly size: number;
}

export function createHeldConnections(): HeldConnections {
  /** When each connection was paused, oldest first. */
  const held = new Map<Socket, number>();
  const release = (socket: Socket) => {
    held.delete(socket);
    socket.resume();
  };
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const latest = performance.now() - HELD_MS;
    for (const [socket, since] of held) {
      if (since > latest) break;
      release(socket);
    }
    if (held.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const hold = (socket: Socket) => {
    if (socket.destroyed || held.has(socket)) return;
    held.set(socket, performance.now());
    socket.pause();
    timer ??= setInterval(look, POLL_MS).unref();
  };
  return {
    hold,
    holdAfter({ req }) {
      // Until `close`, Node is still reading the rest of the request's body.
      req.once('close', () => hold(req.socket));
    },
    releaseOne() {
      const [first] = held.keys();
      if (first) release(first);
    },
    releaseAll() {
      for (const socket of held.keys()) release(socket);
    },
    forget: (socket) => void held.delete(socket),
    get size() {
      return held.size;
    },
  };
}
