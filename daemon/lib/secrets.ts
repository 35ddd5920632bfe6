import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The stored form of keys and tokens: they are random enough for a plain hash. */
export const sha256Hex = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** 256 random bits in characters that are allowed in a header or a URL. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
