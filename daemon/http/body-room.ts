import type { ServerResponse } from 'node:http';

/** Bodies up to this size are not counted: the limit on requests in progress is enough for them. */
export const LIGHT_BYTES = 65_536;

/** The bytes of large bodies in memory, and the maximum. */
export interface BodyRoom {
  bytes: number;
  readonly maxBytes: number;
}

/**
 * Reserves room for the part of a body received so far, until the response ends. Returns false if there is not enough
 * room.
 */
export type TakeRoom = (size: number) => boolean;

export function takeRoomFor(response: ServerResponse, room: BodyRoom): TakeRoom {
  let taken = 0;
  return (size) => {
    const bytes = size - taken;
    if (room.bytes + bytes > room.maxBytes) return false;
    if (taken === 0)
      response.once('close', () => {
        room.bytes -= taken;
      });
    taken = size;
    room.bytes += bytes;
    return true;
  };
}
