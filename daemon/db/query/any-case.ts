/** Cases of one letter that toUpperCase and toLowerCase do not connect. */
const FAMILIES = ['σςΣ', 'ßẞ'];
const ONE_CHARACTER = /^.$/su;
const isAscii = (character: string) => character <= '\x7f';
const GLOB_SIGNS = '*?[';
const REGEX_SIGNS = /[.*+?^${}()|[\]\\]/;

/**
 * Returns a character in all of its cases. It omits cases of several characters (`ß` as `SS`) and ASCII cases of other
 * characters (`ı` as `I`), which a search for ASCII text would not find either.
 */
export function casesOf(character: string): string[] {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  const family = FAMILIES.find((letters) => letters.includes(character)) ?? '';
  const all = [character, lower, upper, lower.toUpperCase(), upper.toLowerCase(), ...family];
  return [...new Set(all.filter((one) => ONE_CHARACTER.test(one) && isAscii(one) === isAscii(character)))];
}

/** Returns a GLOB pattern of SQLite for texts that contain this one in any case. */
export const globInAnyCase = (text: string) =>
  `*${patternOf(text, (sign) => (GLOB_SIGNS.includes(sign) ? `[${sign}]` : sign))}*`;

/** Returns the same pattern as a regular expression of Postgres. */
export const regexInAnyCase = (text: string) =>
  patternOf(text, (sign) => (REGEX_SIGNS.test(sign) ? `\\${sign}` : sign));

/** Turns letters with several cases into character classes, which no locale changes, and escapes signs. */
const patternOf = (text: string, literally: (sign: string) => string) =>
  [...text]
    .map((character) => {
      const cases = casesOf(character);
      return cases.length > 1 ? `[${cases.join('')}]` : literally(character);
    })
    .join('');
