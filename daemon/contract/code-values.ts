/** The fewest and the most characters of a code. */
export const SHORTEST_CODE = 3;
export const LONGEST_CODE = 64;

/** What generated codes are made of: letters and digits without lookalikes. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const ALLOWED = new RegExp(`^[A-Z0-9_-]{${SHORTEST_CODE},${LONGEST_CODE}}$`);

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

/** The redeem page with the code in its query; the root URL may have a query or a fragment. */
export function codeUrl(rootUrl: string, code: string): string {
  const url = new URL(rootUrl);
  url.searchParams.set('code', code);
  return url.toString();
}
