/** Letters of one family that upper and lower case alone do not lead to from each other. */
const FAMILIES = ['σςΣ', 'ßẞ'];
const ONE_CHARACTER = /^.$/su;
const isAscii = (character: string) => character <= '\x7f';
const GLOB_SIGNS = '*?[';
const REGEX_SIGNS = /[.*+?^${}()|[\]\\]/;

/**
 * A character in every case it has. What becomes several characters in another case (`ß` as `SS`) keeps to itself, and so
 * does what becomes one of ASCII (`ı` as `I`), which a search for ASCII alone would not find either.
 */
export function casesOf(character: string): string[] {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  const family = FAMILIES.find((letters) => letters.includes(character)) ?? '';
  const all = [character, lower, upper, lower.toUpperCase(), upper.toLowerCase(), ...family];
  return [...new Set(all.filter((one) => ONE_CHARACTER.test(one) && isAscii(one) === isAscii(character)))];
}

/** For SQLite's GLOB: texts that hold this one, each letter in whatever case. */
export const globInAnyCase = (text: string) =>
  `*${patternOf(text, (sign) => (GLOB_SIGNS.includes(sign) ? `[${sign}]` : sign))}*`;

/** The same as a regular expression of Postgres. */
export const regexInAnyCase = (text: string) =>
  patternOf(text, (sign) => (REGEX_SIGNS.test(sign) ? `\\${sign}` : sign));

/** Letters that have cases become classes, which mean the same in every locale; signs mean themselves. */
const patternOf = (text: string, literally: (sign: string) => string) =>
  [...text]
    .map((character) => {
      const cases = casesOf(character);
      return cases.length > 1 ? `[${cases.join('')}]` : literally(character);
    })
    .join('');
