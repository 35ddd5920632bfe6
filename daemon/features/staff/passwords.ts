import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { atMost } from '../../lib/at-most.ts';

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/**
 * Hashing uses a core for a quarter of a second. More hashes in parallel would only delay other work, especially redeem
 * requests.
 */
export const inHashTurn = atMost(Math.max(2, availableParallelism() / 2));
/**
 * One of the costs that OWASP's Password Storage Cheat Sheet lists as equally strong; this one uses 32 MiB. Tests lower
 * the cost, because nearly all of them sign in.
 */
export const hashCost: Cost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

interface Cost {
  N: number;
  r: number;
  p: number;
}

/**
 * Returns `scrypt$N$r$p$salt$hash`. Each hash contains its own cost, so existing passwords still work if the cost is
 * raised.
 */
export const hashPassword = (password: string): Promise<string> =>
  inHashTurn(() => hashWith(password, randomBytes(16)));

/**
 * Returns the hash of the same password at the current cost; null if the stored hash already has this cost. Both hashes
 * have the same salt, so `isSamePassword` recognises the password. Call this function inside `inHashTurn`.
 */
export async function renewHash(password: string, stored: string): Promise<string | null> {
  if (stored.startsWith(`${hashStart()}$`)) return null;
  return hashWith(password, Buffer.from(readHash(stored).salt, 'base64url'));
}

/**
 * Checks a password. The check takes as long for a missing account (null) as for an existing one. Call this function
 * inside `inHashTurn`.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { cost, salt, hash } = readHash(stored ?? noAccount());
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost);
  const isRight = timingSafeEqual(actual, expected) && stored !== null;
  // Without this extra work, the shorter time for a hash with an earlier, lower cost would show that an account exists.
  if (!isRight && cost.p < hashCost.p) await derive(password, expected, { ...cost, p: hashCost.p - cost.p });
  return isRight;
}

/**
 * Returns whether both hashes come from the same password change. A hash that was renewed at a higher cost keeps its
 * salt.
 */
export const isSamePassword = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && readHash(one).salt === readHash(other).salt;

const hashWith = async (password: string, salt: Buffer) =>
  [hashStart(), salt.toString('base64url'), (await derive(password, salt, hashCost)).toString('base64url')].join('$');

/** `maxmem` is twice the 128 N r bytes that scrypt needs. */
const derive = (password: string, salt: Buffer, cost: Cost) =>
  scryptOf(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r });

function readHash(stored: string) {
  const [, N, r, p, salt = '', hash = ''] = stored.split('$');
  return { cost: { N: Number(N), r: Number(r), p: Number(p) }, salt, hash };
}

/** Returns a hash with the current cost that does not match any password. */
const noAccount = () => [hashStart(), 'A'.repeat(22), 'A'.repeat(43)].join('$');

const hashStart = () => ['scrypt', hashCost.N, hashCost.r, hashCost.p].join('$');
