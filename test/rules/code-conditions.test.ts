import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  type Condition,
  conditionList,
  type PlayerAttributes,
  playerAttributes,
} from '../../daemon/contract/code-conditions.ts';
import { failedAttribute } from '../../daemon/contract/condition-check.ts';
import { conditionsText, parseConditions } from '../../daemon/domain/codes/conditions.ts';

const level = (is: 'at_least' | 'at_most', value: number): Condition => ({ attribute: 'level', is, value });

test.each<[string, Condition, PlayerAttributes, boolean]>([
  ['holds for a number that reaches the minimum', level('at_least', 20), { level: 20 }, true],
  ['does not hold for a number below the minimum', level('at_least', 20), { level: 19.999 }, false],
  ['does not hold for a number as text', level('at_least', 20), { level: '20' }, false],
  ['holds for a number that does not exceed the maximum', level('at_most', 20), { level: 20 }, true],
  ['does not hold for a number above the maximum', level('at_most', 20), { level: 21 }, false],
  ['does not hold for a missing attribute', level('at_most', 20), {}, false],
  ['holds for an equal value', { attribute: 'vip', is: 'equal', value: true }, { vip: true }, true],
  [
    'does not hold for a value that is equal only as text',
    { attribute: 'vip', is: 'equal', value: true },
    { vip: 'true' },
    false,
  ],
  [
    'does not hold for a value in different case',
    { attribute: 'country', is: 'equal', value: 'DE' },
    { country: 'de' },
    false,
  ],
  [
    'holds for a value other than the excluded one',
    { attribute: 'country', is: 'not_equal', value: 'DE' },
    { country: 'AT' },
    true,
  ],
  [
    'does not hold for a value of another type than the excluded one',
    { attribute: 'country', is: 'not_equal', value: 'DE' },
    { country: 7 },
    false,
  ],
  [
    'does not hold for a missing attribute, even if it excludes a value',
    { attribute: 'country', is: 'not_equal', value: 'DE' },
    { land: 'AT' },
    false,
  ],
  [
    'holds for a value in the list',
    { attribute: 'country', is: 'one_of', value: ['DE', 'AT', 1] },
    { country: 'AT' },
    true,
  ],
  [
    'does not hold for a number that is in the list as text',
    { attribute: 'country', is: 'one_of', value: ['1'] },
    { country: 1 },
    false,
  ],
  [
    'does not hold for a missing attribute with the name of an object’s property',
    { attribute: 'constructor', is: 'not_equal', value: 'x' },
    {},
    false,
  ],
])('a condition %s', (_name, condition, attributes, holds) => {
  expect(failedAttribute([condition], attributes)).toBe(holds ? null : condition.attribute);
});

it('the check names the attribute of the first condition that fails', () => {
  const both: Condition[] = [level('at_least', 20), { attribute: 'country', is: 'equal', value: 'DE' }];
  expect(failedAttribute(both, {})).toBe('level');
  expect(failedAttribute(both, { level: 30 })).toBe('country');
  expect(failedAttribute(both, { level: 30, country: 'DE' })).toBeNull();
  expect(failedAttribute(null, {})).toBeNull();
});

const name = fc.constantFrom('a', 'b', 'c.d', 'constructor', 'toString');
const single = fc.oneof(
  fc.constantFrom<string | number | boolean>('', '1', 'x', 0, -0, 1, 1.5, true, false),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ attribute: name, is: fc.constantFrom('equal' as const, 'not_equal' as const), value: single }),
  fc.record({
    attribute: name,
    is: fc.constant('one_of' as const),
    value: fc.array(single, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    attribute: name,
    is: fc.constantFrom('at_least' as const, 'at_most' as const),
    value: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
);

/** Evaluates a condition from the text of both sides, and shares no code with the product. */
function evaluated({ attribute, is, value }: Condition, given: ReadonlyMap<string, unknown>): boolean {
  if (!given.has(attribute)) return false;
  const written = (one: unknown) => `${typeof one} ${one === 0 ? 0 : one}`;
  const have = written(given.get(attribute));
  const kind = (text: string) => text.slice(0, text.indexOf(' '));
  if (is === 'one_of') return new Set(value.map(written)).has(have);
  if (kind(have) !== kind(written(value))) return false;
  if (is === 'equal') return have === written(value);
  if (is === 'not_equal') return have !== written(value);
  const difference = Number(given.get(attribute)) - Number(value);
  return is === 'at_least' ? !(difference < 0) : !(difference > 0);
}

it('the check agrees with an independent evaluator in 10,000 random cases', () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 10 }), fc.dictionary(name, single), (conditions, attributes) => {
      const given = new Map(Object.entries(attributes));
      const first = conditions.find((one) => !evaluated(one, given));
      const stored = parseConditions(conditionsText(conditions));
      expect(failedAttribute(stored, attributes)).toBe(first?.attribute ?? null);
    }),
    { numRuns: 10_000 },
  );
});

const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, at]));
test.each<[string, unknown, boolean]>([
  ['no attributes are valid', {}, true],
  ['attributes of each type are valid', { level: 20, country: 'DE', vip: true }, true],
  ['32 attributes are valid', many(32), true],
  ['33 attributes are refused', many(33), false],
  ['attributes of 4 KiB are valid', { ...many(31), text: 'x'.repeat(255) }, true],
  [
    'attributes of more than 4 KiB are refused',
    Object.fromEntries(Object.keys(many(32)).map((key) => [key, 'x'.repeat(200)])),
    false,
  ],
  ['nested attributes are refused', { player: { level: 20 } }, false],
  ['deeply nested attributes are refused', deep, false],
  ['attributes in a list are refused', [1], false],
  ['an attribute that is null is refused', { level: null }, false],
  ['an attribute with an invalid name is refused', { 'level!': 1 }, false],
])('%s', (_name, attributes, isValid) => {
  expect(playerAttributes.safeParse(attributes).success).toBe(isValid);
});

test.each<[string, unknown[], boolean]>([
  ['ten conditions are valid', Array.from({ length: 10 }, () => level('at_least', 1)), true],
  ['eleven conditions are refused', Array.from({ length: 11 }, () => level('at_least', 1)), false],
  ['no conditions are valid', [], true],
  ['a condition with an unknown comparison is refused', [{ attribute: 'a', is: 'like', value: 'x' }], false],
  ['a condition with text as the minimum is refused', [{ attribute: 'a', is: 'at_least', value: 'x' }], false],
  ['a condition with an empty list is refused', [{ attribute: 'a', is: 'one_of', value: [] }], false],
  [
    'a condition with a list of 101 values is refused',
    [{ attribute: 'a', is: 'one_of', value: Array.from({ length: 101 }, (_, at) => at) }],
    false,
  ],
  ['a condition with an unknown field is refused', [{ ...level('at_least', 1), or: 2 }], false],
])('%s', (_name, conditions, isValid) => {
  expect(conditionList.safeParse(conditions).success).toBe(isValid);
});
