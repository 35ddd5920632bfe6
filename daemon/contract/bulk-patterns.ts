import { CODE_ALPHABET } from './code-values.ts';

/** 64 bits of chance; 60 are asked. */
export const BULK_CODE_LENGTH = 13;
export const MIN_BULK_LENGTH = 8;
export const MAX_BULK_LENGTH = 48;
export const MAX_BULK_COUNT = 100_000;
/** How many possible values each made code needs, so that a guess succeeds at most once in a million. */
const ROOM_FOR_EACH = 1e6;

export const isBulkPrefix = (prefix: string) => /^[A-Za-z0-9_-]*$/.test(prefix);
/** `#` stands for a random character. */
export const isBulkPattern = (pattern: string) => /^[A-Za-z0-9_#-]*$/.test(pattern);

/** How many random characters a pattern has. */
export const randomsIn = (pattern: string) => pattern.split('#').length - 1;
/** How many random characters so many codes need. */
export const randomsFor = (count: number) =>
  Math.ceil(Math.log(count * ROOM_FOR_EACH) / Math.log(CODE_ALPHABET.length));
