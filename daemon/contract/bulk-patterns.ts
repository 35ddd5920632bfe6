import { CODE_ALPHABET } from './code-values.ts';

/** A code of this length has 64 random bits; at least 60 are required. */
export const BULK_CODE_LENGTH = 13;
export const MIN_BULK_LENGTH = 8;
export const MAX_BULK_LENGTH = 48;
export const MAX_BULK_COUNT = 100_000;
/** The minimum number of possible values per generated code, so that at most one guess in a million succeeds. */
const ROOM_FOR_EACH = 1e6;

export const isBulkPrefix = (prefix: string) => /^[A-Za-z0-9_-]*$/.test(prefix);
/** Checks a pattern, in which `#` is a random character. */
export const isBulkPattern = (pattern: string) => /^[A-Za-z0-9_#-]*$/.test(pattern);

/** Counts the random characters in a pattern. */
export const randomsIn = (pattern: string) => pattern.split('#').length - 1;
/** Returns how many random characters `count` codes need. */
export const randomsFor = (count: number) =>
  Math.ceil(Math.log(count * ROOM_FOR_EACH) / Math.log(CODE_ALPHABET.length));
