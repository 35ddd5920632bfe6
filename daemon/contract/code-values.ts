/** The minimum and maximum number of characters in a code. */
export const SHORTEST_CODE = 3;
export const LONGEST_CODE = 64;

/** The characters of generated codes: letters and digits, except those that look alike. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const ALLOWED = new RegExp(`^[A-Z0-9_-]{${SHORTEST_CODE},${LONGEST_CODE}}$`);

/**
 * Returns the normal form in which codes are compared: trimmed, NFKC, with ASCII letters in upper case. Other letters
 * keep their case.
 */
export const normalizeCode = (typed: string) =>
  typed
    .trim()
    .normalize('NFKC')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** Returns whether a normal form is a valid code: 3-64 characters of A-Z 0-9 _ -. */
export const isCodeValue = (norm: string) => ALLOWED.test(norm);

/** Returns the URL of the redeem page with the code in its query. The root URL can have a query or a fragment. */
export function codeUrl(rootUrl: string, code: string): string {
  const url = new URL(rootUrl);
  url.searchParams.set('code', code);
  return url.toString();
}
