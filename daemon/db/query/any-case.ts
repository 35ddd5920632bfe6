/** Letters that are the same letter in another case, but that toUpperCase and toLowerCase do not connect. */
const FAMILIES = ['σςΣ', 'ßẞ'];
const ONE_CHARACTER = /^.$/su;
const isAscii = (character: string) => character <= '\x7f';
const GLOB_SIGNS = '*?[';
const REGEX_SIGNS = /[.*+?^${}()|[\]\\]/;

/**
 * A character in every case it has. A case of several characters (`ß` as `SS`) is left out, and so is an ASCII case of
 * another character (`ı` as `I`), which a search for ASCII text would not find either.
 */
export function casesOf(character: string): string[] {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  const family = FAMILIES.find((letters) => letters.includes(character)) ?? '';
  const all = [character, lower, upper, lower.toUpperCase(), upper.toLowerCase(), ...family];
  return [...new Set(all.filter((one) => ONE_CHARACTER.test(one) && isAscii(one) === isAscii(character)))];
}

/** A pattern for SQLite's GLOB: texts that contain this one, with each letter in any case. */
export const globInAnyCase = (text: string) =>
  `*${patternOf(text, (sign) => (GLOB_SIGNS.includes(sign) ? `[${sign}]` : sign))}*`;

/** The same pattern as a regular expression of Postgres. */
export const regexInAnyCase = (text: string) =>
  patternOf(text, (sign) => (REGEX_SIGNS.test(sign) ? `\\${sign}` : sign));

/** Letters with several cases become character classes, which mean the same in every locale; signs are escaped. */
const patternOf = (text: string, literally: (sign: string) => string) =>
  [...text]
    .map((character) => {
      const cases = casesOf(character);
      return cases.length > 1 ? `[${cases.join('')}]` : literally(character);
    })
    .join('');
