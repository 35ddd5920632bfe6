import { randomBytes } from 'node:crypto';

const ID_BYTES = 12;
/** The cost of random bytes depends on the calls more than on the bytes. */
const IDS_AT_ONCE = 512;
let idBytes = Buffer.alloc(0);
let idsEnd = 0;

export function newRequestId(): string {
  if (idsEnd === idBytes.length) {
    idBytes = randomBytes(ID_BYTES * IDS_AT_ONCE);
    idsEnd = 0;
  }
  idsEnd += ID_BYTES;
  return idBytes.toString('base64url', idsEnd - ID_BYTES, idsEnd);
}
