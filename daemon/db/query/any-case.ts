/** Groups of case variants of one letter that toUpperCase and toLowerCase do not fully convert into each other. */
const FAMILIES = ['σςΣ', 'ßẞ'];
const ONE_CHARACTER = /^.$/su;
const isAscii = (character: string) => character <= '\x7f';
const GLOB_SPECIALS = '*?[';
const REGEX_SPECIALS = /[.*+?^${}()|[\]\\]/;

/**
 * Returns every case variant of a character. It omits variants of several characters (`ß` as `SS`) and ASCII variants
 * of other characters (`ı` as `I`), which a search for ASCII text would not find either.
 */
export function casesOf(character: string): string[] {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  const family = FAMILIES.find((letters) => letters.includes(character)) ?? '';
  const all = [character, lower, upper, lower.toUpperCase(), upper.toLowerCase(), ...family];
  return [...new Set(all.filter((one) => ONE_CHARACTER.test(one) && isAscii(one) === isAscii(character)))];
}

/** Returns a SQLite GLOB pattern that matches texts that contain this one, ignoring case. */
export const globInAnyCase = (text: string) =>
  `*${patternOf(text, (one) => (GLOB_SPECIALS.includes(one) ? `[${one}]` : one))}*`;

/** Returns the same pattern as a Postgres regular expression. */
export const regexInAnyCase = (text: string) => patternOf(text, (one) => (REGEX_SPECIALS.test(one) ? `\\${one}` : one));

/** Turns letters into classes of their cases, so that the locale does not matter, and escapes special characters. */
const patternOf = (text: string, escaped: (character: string) => string) =>
  [...text]
    .map((character) => {
      const cases = casesOf(character);
      return cases.length > 1 ? `[${cases.join('')}]` : escaped(character);
    })
    .join('');
