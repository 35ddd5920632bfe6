import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewardsJson } from '../../daemon/contract/fields.ts';
import { findRewardsTextFault } from '../../daemon/contract/rewards-text.ts';
import { isForbiddenText } from '../../daemon/lib/forbidden-text.ts';

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const lists = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const isTaken = (text: string) => rewardsJson.safeParse(text).success;

describe('NUL and lone surrogates are refused in rewards, even as escapes', () => {
  test.each([
    ['NUL', '{"a": "x\\u0000"}', 8],
    ['NUL in a name', '{"\\u0000": 1}', 2],
    ['the first half of a pair', '{"a": "\\ud83d"}', 7],
    ['the first half in upper case', '{"a": "\\uD83D"}', 7],
    ['the second half of a pair', '{"a": "\\ude00"}', 7],
    ['two halves in the wrong order', '{"a": "\\ude00\\ud83d"}', 7],
    ['two first halves', '{"a": "\\ud83d\\ud83d"}', 7],
    ['a first half, a letter and a second half', '{"a": "\\ud83dx\\ude00"}', 7],
    ['a half after a whole pair', '{"a": "\\ud83d\\ude00\\ud83d"}', 19],
    ['a half in a name', '{"\\udfff": 1}', 2],
    ['a half after an escaped backslash', '{"a": "\\\\\\ud83d"}', 9],
    ['a half that is not an escape', '{"a": "\ud83d"}', 7],
    ['a half deep inside', '[{"a": [{"b": ["\\ud800"]}]}]', 16],
  ])('%s', (_, text, offset) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(isTaken(text)).toBe(false);
    expect(findRewardsTextFault(text)).toMatchObject({ offset, code: 'rewards_forbidden' });
  });
  test.each([
    ['a pair', '{"a": "\\ud83d\\ude00", "\\uD83D\\uDE00": 1}'],
    ['a pair that is not an escape', '{"a": "😀"}'],
    ['a backslash before u0000', '{"a": "\\\\u0000"}'],
    ['other control characters', '{"a": "\\u0001\\u007f"}'],
    ['characters next to the surrogates', '{"a": "\\ud7ff\\ue000"}'],
  ])('but not %s', (_, text) => expect(isTaken(text)).toBe(true));
});

describe('rewards are at most 100 levels deep', () => {
  test.each([
    ['objects', nested(100), nested(101)],
    ['arrays', lists(100), lists(101)],
    ['objects in an array', `[${nested(99)}]`, `[${nested(100)}]`],
  ])('%s', (_, deepest, tooDeep) => {
    expect(isTaken(deepest)).toBe(true);
    expect(isTaken(tooDeep)).toBe(false);
    expect(findRewardsTextFault(tooDeep)?.code).toBe('rewards_too_deep');
  });
  test('siblings and brackets in texts do not count as levels', () => {
    expect(isTaken(`[${Array(500).fill('{"a":[{}]}').join(',')}]`)).toBe(true);
    expect(isTaken(JSON.stringify({ a: `${'['.repeat(500)}"${'{'.repeat(500)}\\` }))).toBe(true);
  });
  test.each(['[', '{', '{"a":', '[{"a":'])('64 KiB of %s do not overflow the stack', (text) => {
    const flood = text.repeat(Math.floor(65_536 / text.length));
    expect(isTaken(flood)).toBe(false);
    expect(findRewardsTextFault(flood)?.code).toBe('rewards_too_deep');
  });
});

test('the limit of 64 KiB is counted in bytes', () => {
  const text = (length: number) => `{"a":"${'ä'.repeat((length - 8) / 2)}"}`;
  expect(isTaken(text(65_536))).toBe(true);
  expect(isTaken(text(65_538))).toBe(false);
});

test('valid rewards are refused exactly if a name or a string contains a forbidden character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', '"', '\\', 'u', '0', '😀') });
  const value = fc.array(fc.dictionary(text, fc.oneof(text, fc.constant(null), fc.array(text))));
  const escapeAll = (json: string) =>
    json.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const holds = (item: unknown): boolean =>
    typeof item === 'string'
      ? isForbiddenText(item)
      : typeof item === 'object' && item !== null && Object.entries(item).flat().some(holds);
  fc.assert(
    fc.property(value, fc.boolean(), (rewards, escaped) => {
      const json = escaped ? escapeAll(JSON.stringify(rewards)) : JSON.stringify(rewards);
      expect(isTaken(json)).toBe(!holds(rewards));
    }),
    { numRuns: 1000 },
  );
});
