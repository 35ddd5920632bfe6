import type { IncomingMessage } from 'node:http';
import { LIGHT_BYTES, type TakeRoom } from './body-room.ts';
import { MAX_BODY_BYTES } from './messages.ts';

/**
 * If a body is too large, the daemon reads and discards up to this many bytes, so that the client reads the response.
 */
const MAX_WASTED_BYTES = 8 * MAX_BODY_BYTES;

interface Reading {
  /** The maximum size. */
  most?: number | undefined;
  takeRoom?: TakeRoom;
}

/** Thrown if too many large bodies are in memory. */
export class NoRoom extends Error {}

/**
 * Returns the body, or null if it is larger than `most`. Rejects if the connection is lost, and with `NoRoom` if
 * `takeRoom` refuses.
 */
export function readBody(
  request: IncomingMessage,
  { most = MAX_BODY_BYTES, takeRoom = () => true }: Reading = {},
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    let chunks: Buffer[] = [];
    let size = 0;
    const isTooLarge = () => announced > most || size > most;
    const mostWasted = Math.max(most, MAX_WASTED_BYTES);
    if (announced > mostWasted) return resolve(null);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (isTooLarge()) chunks = [];
      else if (size > LIGHT_BYTES && !takeRoom(size)) {
        request.pause();
        chunks = [];
        reject(new NoRoom());
      } else chunks.push(chunk);
      if (size > mostWasted) {
        request.pause();
        resolve(null);
      }
    });
    request.on('end', () => resolve(isTooLarge() ? null : joined(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      // Every request emits `close`; creating an error for those that ended normally would be too expensive.
      if (!request.readableEnded) reject(new Error('The connection was lost'));
    });
  });
}

const joined = (chunks: Buffer[]) => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
