import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const ID_BYTES = 12;
/** The cost of random bytes depends more on the number of calls than on the number of bytes. */
const IDS_AT_ONCE = 512;
let idBytes = Buffer.alloc(0);
let idsEnd = 0;

/** Returns the caller's ID for the request, or a new one if there is none or it is not usable in a log. */
export function requestIdOf({ 'x-request-id': asked }: IncomingHttpHeaders): string {
  return typeof asked === 'string' && CALLERS_ID.test(asked) ? asked : newRequestId();
}

export const CALLERS_ID = /^[\w.:/+=@-]{1,128}$/;

export function newRequestId(): string {
  if (idsEnd === idBytes.length) {
    idBytes = randomBytes(ID_BYTES * IDS_AT_ONCE);
    idsEnd = 0;
  }
  idsEnd += ID_BYTES;
  return idBytes.toString('base64url', idsEnd - ID_BYTES, idsEnd);
}
