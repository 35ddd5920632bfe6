import { describe, expect, it } from 'vitest';
import { CODE_ALPHABET, codeUrl, isCodeValue, normalizeCode } from '../../daemon/contract/code-values.ts';
import { CREATOR_CODE_LENGTH } from '../../daemon/features/creator-codes/creator-code-rules.ts';
import { randomBase62, randomText } from '../../daemon/lib/secrets.ts';

describe('the normal form of a code', () => {
  it.each([
    ['summer', 'SUMMER'],
    ['  Summer_10-x\t', 'SUMMER_10-X'],
    ['ＳＵＭＭＥＲ', 'SUMMER'],
    ['ｓｕｍｍｅｒ', 'SUMMER'],
    ['①②③', '123'],
    // Letters outside ASCII are not changed to upper case, because the result would be ASCII: ß becomes SS, ı becomes I.
    ['straße', 'STRAßE'],
    ['dıscount', 'DıSCOUNT'],
    ['\u00a0abc\u3000', 'ABC'],
  ])('%j is %j', (typed, norm) => expect(normalizeCode(typed)).toBe(norm));

  it('stays the same if it is normalised again', () => {
    for (const typed of ['ﬁsh', ' x１ ', 'Å', 'é', 'ᵃbc']) {
      expect(normalizeCode(normalizeCode(typed))).toBe(normalizeCode(typed));
    }
  });

  it.each([
    ['ABC', true],
    ['A_1-B', true],
    ['---', true],
    ['A'.repeat(64), true],
    ['A'.repeat(65), false],
    ['AB', false],
    ['', false],
    ['abc', false],
    ['A BC', false],
    ['ABC\n', false],
    ['СОDЕ', false],
    ['STRAßE', false],
    ['A.B.C', false],
  ])('%j can be a code: %s', (norm, fits) => expect(isCodeValue(norm)).toBe(fits));
});

describe('the URL of a code', () => {
  it.each([
    ['https://game.example/redeem', 'https://game.example/redeem?code=ABC'],
    ['https://game.example', 'https://game.example/?code=ABC'],
    ['https://game.example/r?lang=en', 'https://game.example/r?lang=en&code=ABC'],
    ['https://game.example/r#top', 'https://game.example/r?code=ABC#top'],
    ['https://game.example/r?lang=en#top', 'https://game.example/r?lang=en&code=ABC#top'],
    ['https://game.example/r?code=OLD&x=1', 'https://game.example/r?code=ABC&x=1'],
  ])('with the root URL %s is %s', (root, url) => expect(codeUrl(root, 'ABC')).toBe(url));

  it('contains what was typed, escaped', () => {
    const url = new URL(codeUrl('https://game.example/', 'ＡＢ&c'));
    expect(url.searchParams.get('code')).toBe('ＡＢ&c');
  });
});

describe('generated values', () => {
  it('contain no lookalikes and are valid codes', () => {
    const values = Array.from({ length: 500 }, () => randomText(CODE_ALPHABET, CREATOR_CODE_LENGTH));
    expect(new Set(values).size).toBe(500);
    for (const value of values) {
      expect(value).toMatch(/^[2-9A-HJKMNP-Z]{9}$/);
      expect(isCodeValue(normalizeCode(value))).toBe(true);
    }
  });
  it('for keys are base62 of the requested length', () => {
    expect(randomBase62(43)).toMatch(/^[0-9A-Za-z]{43}$/);
    const seen = new Set(Array.from({ length: 200 }, () => randomBase62(43)).join(''));
    expect(seen.size).toBe(62);
  });
});
