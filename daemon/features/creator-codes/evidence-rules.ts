import leven from 'leven';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher, toAsciiLowerCaseTransformer } from 'obscenity';
import { normalizeCode } from '../../contract/code-values.ts';

/** A word found in a value, either literally or as a lookalike. */
export interface WordHit {
  word: string;
  kind: 'reserved' | 'profanity';
  spelled: 'plain' | 'lookalike';
}
/** Finds words of one kind. */
export type WordFinder = (norm: string) => WordHit[];

// With these values, a creator could pretend to be the game, its makers or a system.
const RESERVED = [
  ...['ADMIN', 'ADMINISTRATOR', 'MODERATOR', 'OFFICIAL', 'SUPPORT', 'HELPDESK', 'STAFF', 'SYSTEM', 'OWNER'],
  ...['DEVELOPER', 'DEVTEAM', 'GAMEMASTER', 'SECURITY', 'VERIFIED', 'REFUND', 'GIVEAWAY', 'CUSTOMERCARE'],
  ...['MOD', 'DEV', 'GM', 'CEO', 'TEST', 'NULL', 'ROOT', 'FREE', 'TEAM', 'INFO'],
];
/** Shorter words often occur inside other words, so they count only as separate words. */
const LONG_ENOUGH = 5;

const LOOKS_LIKE: Record<string, string> = {
  ...{ '0': 'O', '1': 'I', '2': 'Z', '3': 'E', '4': 'A', '5': 'S', '6': 'G', '7': 'T', '8': 'B', '9': 'G' },
  ...{ L: 'I', V: 'U' },
};

/** Returns the value as people read it: without separators, and with letters in place of digits that look like them. */
const lettersOf = (norm: string) => norm.replace(/[_-]/g, '').replace(/\d/g, (sign) => LOOKS_LIKE[sign] ?? sign);

/** Returns one form for all spellings that look alike: lookalikes become one letter, and separators are removed. */
export const lookalikeForm = (norm: string) =>
  norm.replace(/[_-]/g, '').replace(/[0-9LV]/g, (sign) => LOOKS_LIKE[sign] ?? sign);

const findReserved: WordFinder = (norm) => {
  const parts = norm.split(/[_-]+/);
  const seen = lookalikeForm(norm);
  const seenParts = parts.map(lookalikeForm);
  return RESERVED.flatMap((word): WordHit[] => {
    const seenWord = lookalikeForm(word);
    const isLong = word.length >= LONG_ENOUGH;
    const hit = (spelled: WordHit['spelled']) => [{ word, kind: 'reserved' as const, spelled }];
    if (isLong ? norm.includes(word) : parts.includes(word)) return hit('plain');
    return (isLong ? seen.includes(seenWord) : seenParts.includes(seenWord)) ? hit('lookalike') : [];
  });
};

const profanity = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
const profanityAsWritten = new RegExpMatcher({
  ...englishDataset.build(),
  blacklistMatcherTransformers: [toAsciiLowerCaseTransformer()],
});
const wordsOf = (matcher: RegExpMatcher, text: string) =>
  new Set(
    matcher.getAllMatches(text).flatMap((match) => {
      const word = englishDataset.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord;
      return word === undefined ? [] : [word.toUpperCase()];
    }),
  );

const findProfanity: WordFinder = (norm) => {
  const plain = wordsOf(profanityAsWritten, norm);
  const spellings = new Set([norm, lettersOf(norm)]);
  const words = new Set([...plain, ...[...spellings].flatMap((text) => [...wordsOf(profanity, text)])]);
  return [...words].map((word) => ({ word, kind: 'profanity', spelled: plain.has(word) ? 'plain' : 'lookalike' }));
};

export const findWords = (norm: string): WordHit[] => [...findReserved(norm), ...findProfanity(norm)];

/** Characters that look alike. */
const TWINS: Record<string, string> = {
  ...{ O: '0Q', '0': 'OQ', I: '1L', '1': 'IL', L: '1I', E: '3', '3': 'E', A: '4', '4': 'A', S: '5', '5': 'S' },
  ...{
    T: '7',
    '7': 'T',
    B: '8',
    '8': 'B',
    G: '69',
    '6': 'G',
    '9': 'G',
    Z: '2',
    '2': 'Z',
    U: 'V',
    V: 'U',
    M: 'N',
    N: 'M',
  },
};

/**
 * Returns values that players can easily confuse with this one: with a character missing, doubled, swapped or replaced
 * with a lookalike, or with an extra or missing separator. Values that differ only at the end are found as neighbours
 * in sorted order.
 */
export function nearValues(norm: string): string[] {
  const near = new Set([norm.replace(/[_-]/g, ''), lettersOf(norm), norm.replace(/\d+$/, '')]);
  for (let at = 0; at < norm.length; at += 1) {
    const [head, sign, tail] = [norm.slice(0, at), norm.charAt(at), norm.slice(at + 1)];
    near.add(head + tail);
    near.add(head + sign + sign + tail);
    near.add(head + tail.charAt(0) + sign + tail.slice(1));
    for (const twin of TWINS[sign] ?? '') near.add(head + twin + tail);
    for (const separator of '_-') near.add(head + separator + sign + tail);
  }
  near.delete(norm);
  near.delete('');
  return [...near];
}

/** Counts insertions, deletions and replacements between two values (Levenshtein). */
export const editDistance = (a: string, b: string): number => leven(a, b);

/** Returns a name in the form of a code value, to compare the two. */
export const nameForm = (name: string) =>
  normalizeCode(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
