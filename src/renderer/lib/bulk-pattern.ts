import { wholeNumberFault, wholeNumberOf } from './whole-number.ts';

// The daemon's rules for bulk codes, so that a form shows a fault before it is sent.
export const MIN_LENGTH = 8;
export const MAX_LENGTH = 48;
export const MAX_COUNT = 100_000;
export const DEFAULT_LENGTH = 13;
const SHORTEST = 3;
const LONGEST = 64;
const ALPHABET_SIZE = 31;
const ROOM_FOR_EACH = 1e6;
const SAMPLE = 'K7WPM4QXT9RZBH2NDV6CFJ38GYASE5UKMWPX4QT7R9BZH2DN';

export const lengthFault = (text: string) => wholeNumberFault(text, MIN_LENGTH, MAX_LENGTH);
export const countFault = (text: string) => wholeNumberFault(text, 1, MAX_COUNT);

/** How many random characters this number of codes needs, so that guessing one is hopeless. */
export const randomsFor = (count: number) => Math.ceil(Math.log(count * ROOM_FOR_EACH) / Math.log(ALPHABET_SIZE));

export function prefixFault(prefix: string, length: string): string | null {
  if (!/^[A-Za-z0-9_-]*$/.test(prefix)) return 'Letters, digits, _ and -';
  const whole = prefix.length + (wholeNumberOf(length) ?? 0);
  return whole > LONGEST ? `With the random characters at most ${LONGEST}, this makes ${whole}` : null;
}

export function patternFault(pattern: string, count: string): string | null {
  if (!/^[A-Za-z0-9_#-]+$/.test(pattern)) return 'Letters, digits, _ and -, and # for a random character';
  if (pattern.length < SHORTEST || pattern.length > LONGEST)
    return `${SHORTEST} to ${LONGEST} characters, this has ${pattern.length}`;
  const randoms = pattern.split('#').length - 1;
  const needed = randomsFor(wholeNumberOf(count) ?? 1);
  return randoms < needed ? `So many codes need at least ${needed} #, this has ${randoms}` : null;
}

/** A code that the pattern could give. */
export function sampleOf(pattern: string): string {
  let at = 0;
  return pattern.replace(/#/g, () => SAMPLE[at++ % SAMPLE.length] ?? '');
}
