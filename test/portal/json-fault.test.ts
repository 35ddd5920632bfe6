import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { rewardsJson } from '../../daemon/contract/fields.ts';
import { findRewardsFault } from '../../src/renderer/client/json-fault.ts';
import { formatJson } from '../../src/renderer/lib/json-format.ts';

// The editor has its own JSON parser, because browsers word errors differently and do not state the line.

describe('the JSON editor’s parser', () => {
  test.each([
    ['', 1, 1, /Enter the rewards/],
    ['{"gold": 100', 1, 13, /ends too early/],
    ['{\n  "gold": 100,\n}', 3, 1, /extra comma/],
    ['{\n  "gold" 100\n}', 2, 10, /“:”/],
    ["{\n  'gold': 1\n}", 2, 3, /double quotes/],
    ['{gold: 1}', 1, 2, /double quotes/],
    ['{"a": 01}', 1, 7, /not a valid JSON number/],
    ['{"a": 1.}', 1, 7, /not a valid JSON number/],
    ['{"a": "x\ny"}', 1, 7, /closing quote/],
    ['{"a": 1} {}', 1, 10, /Remove the text after/],
    ['{"a": 1 "b": 2}', 1, 9, /“,” or “}”/],
    ['{"a": [1 2]}', 1, 10, /“,” or “]”/],
    ['{"a": 1,, "b": 2}', 1, 9, /extra comma/],
    ['{"a": "\\x"}', 1, 7, /escape/],
    ['{"a": "\t"}', 1, 7, /control character/],
    ['{"a": 1true}', 1, 7, /not a valid JSON number/],
    ['[{"a": 1}, 2]', 1, 12, /must be an object/],
    ['"gold"', 1, 1, /must be an object/],
    ['[[{}]]', 1, 2, /must be an object/],
    ['{"a": 1} // note', 1, 10, /does not allow comments/],
    [`{"a": "${'x'.repeat(65_536)}"}`, 1, 1, /64 KiB/],
    ['{\n  "a": "\\u0000"\n}', 2, 9, /NUL characters/],
    ['{"a": 1, "\\ud800": 2}', 1, 11, /lone surrogates/],
  ])('reports the fault in %j at %i:%i', (text, line, column, message) => {
    const fault = findRewardsFault(text);
    expect(fault).toMatchObject({ line, column, message: expect.stringMatching(message) });
  });
  test('reports too many levels at the first bracket beyond the limit', () => {
    const message = expect.stringMatching(/100 levels/);
    const deep = (brackets: number) => `{\n"a": ${'['.repeat(brackets)}${']'.repeat(brackets)}}`;
    expect(findRewardsFault(deep(99))).toBeNull();
    expect(findRewardsFault(deep(100))).toEqual({ line: 2, column: 105, message });
    expect(findRewardsFault('['.repeat(65_536))).toEqual({ line: 1, column: 101, message });
  });
  test.each(['{}', '[]', '{"a": [1, {"b": null}], "c": "\\u00e9"}', ' [ {"a":-1.10e+3} , {} ]\n'])(
    'accepts %j',
    (text) => expect(findRewardsFault(text)).toBeNull(),
  );
});

test('the editor’s parser agrees with the daemon on valid and damaged texts', () => {
  const whole = fc.oneof(
    fc.json(),
    fc.array(fc.dictionary(fc.string(), fc.jsonValue())).map((value) => JSON.stringify(value)),
  );
  const damaged = fc
    .tuple(
      whole,
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', '}', ']', '1', ' ', '\\', '\n', 'é', '\\u0000', '\\ud800', '['),
      fc.nat(2),
    )
    .map(([text, at, into, cut]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + into + text.slice(place + cut);
    });
  fc.assert(
    fc.property(fc.oneof(whole, damaged), (text) => {
      expect(findRewardsFault(text) === null).toBe(rewardsJson.safeParse(text).success);
    }),
    { numRuns: 500 },
  );
});

describe('formatting', () => {
  test('changes only white space: numbers keep their digits, and names keep their order and duplicates', () => {
    const text = '{"b":1.10,"a":123456789012345678901,"b":[],"list":[{"x":"a, b: {c}"},{}]}';
    expect(formatJson(text)).toBe(
      [
        '{',
        '  "b": 1.10,',
        '  "a": 123456789012345678901,',
        '  "b": [],',
        '  "list": [',
        '    {',
        '      "x": "a, b: {c}"',
        '    },',
        '    {}',
        '  ]',
        '}',
      ].join('\n'),
    );
  });
  test('does not copy the whole text for each of thousands of items', () => {
    const list = JSON.stringify({ list: Array.from({ length: 3000 }, () => 1) });
    const cuts = (['slice', 'substring'] as const).map((name) => vi.spyOn(String.prototype, name));
    const formatted = formatJson(list);
    const copied = cuts.flatMap(({ mock }) => mock.results).reduce((sum, { value }) => sum + value.length, 0);
    for (const cut of cuts) cut.mockRestore();
    expect(formatted).toBe(JSON.stringify(JSON.parse(list), null, 2));
    expect(copied).toBeGreaterThanOrEqual(list.length);
    expect(copied).toBeLessThan(5 * list.length);
  });
  test('gives the same result as JSON.stringify, and does not change formatted text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const formatted = formatJson(JSON.stringify(value));
        expect(formatted).toBe(JSON.stringify(value, null, 2));
        expect(formatJson(formatted)).toBe(formatted);
      }),
    );
  });
});
