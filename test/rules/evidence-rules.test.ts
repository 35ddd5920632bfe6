import { describe, expect, it, test } from 'vitest';
import {
  editDistance,
  findWords,
  lookalikeForm,
  nameForm,
  nearValues,
} from '../../daemon/features/creator-codes/evidence-rules.ts';

describe('reserved words', () => {
  test.each([
    ['ADMIN', 'ADMIN', 'plain'],
    ['THE_ADMIN_1', 'ADMIN', 'plain'],
    ['4DM1N', 'ADMIN', 'lookalike'],
    ['0FFICIA1', 'OFFICIAL', 'lookalike'],
    ['S-U-P-P-O-R-T', 'SUPPORT', 'lookalike'],
    ['MOD-ANN', 'MOD', 'plain'],
    ['M0D-ANN', 'MOD', 'lookalike'],
  ])('%s contains %s, %s', (norm, word, spelled) =>
    expect(findWords(norm)).toContainEqual({ word, kind: 'reserved', spelled }),
  );
  test.each(['MODERN', 'CONTEST', 'FREEDOM', 'ANN10', 'STEAMPUNK'])('%s contains none', (norm) =>
    expect(findWords(norm)).toEqual([]),
  );
});

describe('profanity', () => {
  test.each([
    ['FUCK-YOU', 'FUCK', 'plain'],
    ['FVCK1T-SH1T', 'SHIT', 'lookalike'],
    ['B1TCH', 'BITCH', 'lookalike'],
    ['F-U-C-K', 'FUCK', 'lookalike'],
  ])('%s contains %s, %s', (norm, word, spelled) =>
    expect(findWords(norm)).toContainEqual({ word, kind: 'profanity', spelled }),
  );
  test.each(['SCUNTHORPE', 'CREATOR10', 'CLASSIC', 'GRAPE-FANS'])('%s contains none', (norm) =>
    expect(findWords(norm)).toEqual([]),
  );
});

test('similar-looking spellings have the same form', () => {
  const [form] = ['HELLO', 'HE11O', 'H3LL0', 'HE-IIO'].map(lookalikeForm);
  for (const norm of ['HE11O', 'H3LL0', 'HE-IIO']) expect(lookalikeForm(norm)).toBe(form);
  expect(lookalikeForm('HALLO')).not.toBe(form);
});

describe('similar values', () => {
  test.each(['AB0', 'BO', 'AO', 'AB', 'ABBO', 'BAO', 'A-BO', 'A8O'])('of ABO: %s', (norm) =>
    expect(nearValues('ABO')).toContain(norm),
  );
  it('do not include the value itself, and are limited for any length', () => {
    expect(nearValues('ABC')).not.toContain('ABC');
    expect(nearValues('A-'.repeat(32)).length).toBeLessThan(500);
  });
});

test.each([
  ['', '', 0],
  ['ABC', '', 3],
  ['ABC', 'ABD', 1],
  ['ABC', 'ACB', 2],
  ['KITTEN', 'SITTING', 3],
])('%s and %s are %s edits apart', (a, b, edits) => {
  expect(editDistance(a, b)).toBe(edits);
  expect(editDistance(b, a)).toBe(edits);
});

test.each([
  ['Mr. Beast', 'MRBEAST'],
  ['the_ninja-1', 'THENINJA1'],
])('the name %s reads as %s', (name, form) => expect(nameForm(name)).toBe(form));
