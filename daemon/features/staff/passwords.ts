import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { atMost } from '../../lib/at-most.ts';

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** Hashing takes a core for a tenth of a second. More hashes at a time would only delay other work, especially redeems. */
export const inHashTurn = atMost(Math.max(2, availableParallelism() / 2));
/** Tests lower the cost, because nearly all of them sign in. */
export const hashCost = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;

/** Returns `scrypt$N$r$p$salt$hash`. Each hash contains its cost, so that raising the cost locks no user out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const options = { ...hashCost, maxmem: memoryFor(hashCost) };
  const hash = await inHashTurn(() => scryptOf(password.normalize('NFKC'), salt, KEY_BYTES, options));
  return [hashStart(), salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes the same time for a missing account (null) as for an existing one. Call it inside `inHashTurn`. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? noAccount()).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const options = { ...cost, maxmem: memoryFor(cost) };
  const actual = await scryptOf(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), expected.length, options);
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** Returns a hash of the same cost that no password produces. */
const noAccount = () => [hashStart(), 'A'.repeat(22), 'A'.repeat(43)].join('$');

const hashStart = () => ['scrypt', hashCost.N, hashCost.r, hashCost.p].join('$');

/** Returns twice the 128 N r bytes that scrypt needs. */
const memoryFor = ({ N, r }: { N: number; r: number }) => 256 * N * r;
