import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** The stored form of keys and tokens: they are random enough for a plain hash. */
export const sha256Hex = (secret: string) => hash('sha256', secret, 'hex');

/** 256 random bits in characters that are allowed in a header or a URL. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `length` characters of an alphabet from a CSPRNG. */
export const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const randomBase62 = (length: number) => randomText(BASE62, length);
