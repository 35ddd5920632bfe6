import { randomBytes, randomInt } from 'node:crypto';

const ALLOWED = /^[A-Z0-9_-]{3,64}$/;
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_ALPHABET_SIZE = ALPHABET.length;

/**
 * The normal form in which codes are compared: trimmed, NFKC, ASCII upper case. Letters outside ASCII keep their case.
 */
export const normalizeCode = (typed: string) =>
  typed
    .trim()
    .normalize('NFKC')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** True for a normal form that is a valid code: 3-64 of A-Z 0-9 _ -. */
export const isCodeValue = (norm: string) => ALLOWED.test(norm);

/**
 * A random value from a CSPRNG, over an alphabet without characters that look alike; length 8 has almost 40 bits
 * (39.6), length 9 has 44.
 */
export const generateCode = (length: number) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** 44 bits: enough for creators' codes, which need 40. */
export const CREATOR_CODE_LENGTH = 9;

/** The redeem page with the code in its query; the root URL may have a query or a fragment. */
export function codeUrl(rootUrl: string, code: string): string {
  const url = new URL(rootUrl);
  url.searchParams.set('code', code);
  return url.toString();
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` base62 characters from a CSPRNG, without bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}
