import type { FieldFault } from '../../contract/refusals.ts';
import { CODE_ALPHABET_SIZE, generateCode } from '../../lib/codes.ts';

/** How staff describe values: a prefix and a number of random characters, or a pattern with their places. */
export interface ValueWish {
  count: number;
  prefix?: string | undefined;
  length?: number | undefined;
  pattern?: string | undefined;
}

/** 64 bits; the requirement is 60. */
export const BULK_CODE_LENGTH = 13;
/** How many possible values each made code needs, so that a guess succeeds at most once in a million. */
const ROOM_FOR_EACH = 1e6;
const SHORTEST = 3;
const LONGEST = 64;

/** The pattern for the request; `#` is a random character. */
export const patternOf = ({ pattern, prefix = '', length = BULK_CODE_LENGTH }: ValueWish) =>
  pattern ?? prefix + '#'.repeat(length);

export function patternFault(wish: ValueWish): FieldFault | null {
  const { pattern, prefix, length, count } = wish;
  const at = (detail: string, pointer = pattern === undefined ? '/prefix' : '/pattern') => ({ pointer, detail });
  if (pattern !== undefined && (prefix !== undefined || length !== undefined))
    return at('stands in the place of prefix and length, not beside them');
  if (prefix !== undefined && !/^[A-Za-z0-9_-]*$/.test(prefix)) return at('only A-Z 0-9 _ -');
  if (pattern !== undefined && !/^[A-Za-z0-9_#-]*$/.test(pattern))
    return at('only A-Z 0-9 _ -, and # for a random character');
  const whole = patternOf(wish);
  if (whole.length < SHORTEST || whole.length > LONGEST)
    return at(`a code has ${SHORTEST} to ${LONGEST} characters, these would have ${whole.length}`);
  if (roomOf(whole) < count * ROOM_FOR_EACH)
    return at(
      `too few random characters: ${count} codes need ${randomsFor(count)}`,
      pattern === undefined ? '/length' : '/pattern',
    );
  return null;
}

const randomsIn = (pattern: string) => pattern.split('#').length - 1;
const roomOf = (pattern: string) => CODE_ALPHABET_SIZE ** randomsIn(pattern);
const randomsFor = (count: number) => Math.ceil(Math.log(count * ROOM_FOR_EACH) / Math.log(CODE_ALPHABET_SIZE));

/** A random value of the pattern, from a CSPRNG. */
export function randomValue(pattern: string): string {
  const randoms = generateCode(randomsIn(pattern));
  let at = 0;
  return pattern.replace(/#/g, () => randoms[at++] ?? '');
}

const MAX_REWARDS_BYTES = 256 * 1024 * 1024;

/** Each code keeps its own copy of the rewards. */
export const rewardsFault = (rewardsJson: string, count: number): FieldFault | null =>
  Buffer.byteLength(rewardsJson) * count > MAX_REWARDS_BYTES
    ? { pointer: '/rewards_json', detail: 'the rewards of all these codes together pass 256 MiB' }
    : null;
