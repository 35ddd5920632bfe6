import { describe, expect, it, test } from 'vitest';
import { BULK_CODE_LENGTH } from '../../daemon/contract/bulk-patterns.ts';
import { CODE_ALPHABET, isCodeValue, normalizeCode } from '../../daemon/contract/code-values.ts';
import { rewardsFault } from '../../daemon/domain/codes/code-import.ts';
import { patternFault, patternOf, type ValueRequest } from '../../daemon/features/bulk-codes/pattern-rules.ts';
import { randomValue } from '../../daemon/features/bulk-codes/random-value.ts';

test('a value has more than 60 random bits by default', () =>
  expect(BULK_CODE_LENGTH * Math.log2(CODE_ALPHABET.length)).toBeGreaterThan(60));

describe('a request for values', () => {
  test.each<[Partial<ValueRequest>, string]>([
    [{}, '#############'],
    [{ prefix: 'SUMMER-' }, 'SUMMER-#############'],
    [{ prefix: 'x', length: 8 }, 'x########'],
    [{ pattern: 'SUMMER-####-####-####' }, 'SUMMER-####-####-####'],
    [{ pattern: '#'.repeat(64), count: 100_000 }, '#'.repeat(64)],
    [{ prefix: 'P'.repeat(16), length: 48 }, 'P'.repeat(16) + '#'.repeat(48)],
    // 31^6 is 887 million, so each code has a million values.
    [{ pattern: 'A######', count: 887 }, 'A######'],
    [{ length: 8, count: 100_000 }, '########'],
  ])('%j is accepted', (wish, pattern) => {
    const whole = { count: 1, ...wish };
    expect(patternFault(whole)).toBeNull();
    expect(patternOf(whole)).toBe(pattern);
    const value = randomValue(pattern);
    expect(value).toMatch(new RegExp(`^${pattern.replaceAll('#', '[2-9A-HJKMNP-Z]')}$`));
    expect(isCodeValue(normalizeCode(value))).toBe(true);
  });

  test.each<[Partial<ValueRequest>, string, RegExp]>([
    [{ pattern: 'A#########', prefix: 'B' }, '/pattern', /cannot be combined/],
    [{ pattern: 'A#########', length: 9 }, '/pattern', /cannot be combined/],
    [{ prefix: 'ä' }, '/prefix', /only/],
    [{ prefix: 'a#' }, '/prefix', /only/],
    [{ prefix: 'A B' }, '/prefix', /only/],
    [{ pattern: 'A.########' }, '/pattern', /only/],
    [{ prefix: 'P'.repeat(52) }, '/prefix', /not 65/],
    [{ prefix: 'P'.repeat(17), length: 48 }, '/prefix', /not 65/],
    [{ pattern: '##' }, '/pattern', /not 2/],
    [{ pattern: 'SUMMER' }, '/pattern', /at least 5 .* for 1 code$/],
    [{ pattern: 'A####' }, '/pattern', /at least 5 .* for 1 code$/],
    [{ pattern: 'A######', count: 888 }, '/pattern', /at least 7 .* for 888 codes$/],
    [{ pattern: 'A#######', count: 100_000 }, '/pattern', /at least 8 .* for 100000 codes$/],
  ])('%j is refused', (wish, pointer, detail) =>
    expect(patternFault({ count: 1, ...wish })).toMatchObject({ pointer, detail: expect.stringMatching(detail) }),
  );
});

it('the total size of the rewards of many codes is limited', () => {
  expect(rewardsFault('x'.repeat(2684), 100_000)).toBeNull();
  expect(rewardsFault('x'.repeat(2685), 100_000)).toMatchObject({ pointer: '/rewards_json' });
  expect(rewardsFault('x'.repeat(65_536), 4096)).toBeNull();
});
