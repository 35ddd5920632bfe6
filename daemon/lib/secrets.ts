import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Returns the stored form of keys and tokens, which are random enough for a plain hash. */
export const sha256Hex = (secret: string) => hash('sha256', secret, 'hex');

/** Returns 256 random bits in characters that headers and URLs allow. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns `length` characters of an alphabet from a CSPRNG. */
export const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const randomBase62 = (length: number) => randomText(BASE62, length);
