import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { atMost } from '../../lib/at-most.ts';

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** Hashing takes a core for a tenth of a second. More at once would only make all else wait, redeems first. */
export const inHashTurn = atMost(Math.max(2, availableParallelism() / 2));
/** Tests lower it: nearly each of them signs in. */
export const hashCost = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;

/** `scrypt$N$r$p$salt$hash`: each hash contains its cost, so that the cost can be raised without locking users out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const options = { ...hashCost, maxmem: memoryFor(hashCost) };
  const hash = await inHashTurn(() => scryptOf(password.normalize('NFKC'), salt, KEY_BYTES, options));
  return [hashStart(), salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes the same time for an account that does not exist (null) as for one that does. Call it in a turn of hashing. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? noAccount()).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const options = { ...cost, maxmem: memoryFor(cost) };
  const actual = await scryptOf(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), expected.length, options);
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** A hash that no password gives, of the same cost. */
const noAccount = () => [hashStart(), 'A'.repeat(22), 'A'.repeat(43)].join('$');

const hashStart = () => ['scrypt', hashCost.N, hashCost.r, hashCost.p].join('$');

/** scrypt needs 128 N r bytes; this allows twice as much. */
const memoryFor = ({ N, r }: { N: number; r: number }) => 256 * N * r;
