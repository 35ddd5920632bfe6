import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createTurns } from '../../lib/turns.ts';

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** Hashing takes a core for a tenth of a second. More at once would only make all else wait, redeems first. */
const atOnce = createTurns(Math.max(2, availableParallelism() / 2));
const derive: typeof scryptOf = (...given) => atOnce(() => scryptOf(...given));
const COST = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;

/** `scrypt$N$r$p$salt$hash`: each hash contains its cost, so that the cost can be raised without locking users out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...COST, maxmem: memoryFor(COST) });
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes the same time for an account that does not exist (null) as for one that does. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? NOBODY).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const options = { ...cost, maxmem: memoryFor(cost) };
  const actual = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), expected.length, options);
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** A hash that no password gives, of the same cost. */
const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'A'.repeat(22), 'A'.repeat(43)].join('$');

/** scrypt needs 128 N r bytes; this allows twice as much. */
const memoryFor = ({ N, r }: { N: number; r: number }) => 256 * N * r;
