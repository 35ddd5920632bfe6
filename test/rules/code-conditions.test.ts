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
  ['reached', level('at_least', 20), { level: 20 }, true],
  ['not reached', level('at_least', 20), { level: 19.999 }, false],
  ['a number as text', level('at_least', 20), { level: '20' }, false],
  ['not exceeded', level('at_most', 20), { level: 20 }, true],
  ['exceeded', level('at_most', 20), { level: 21 }, false],
  ['missing', level('at_most', 20), {}, false],
  ['equal', { attribute: 'vip', is: 'equal', value: true }, { vip: true }, true],
  ['equal only as text', { attribute: 'vip', is: 'equal', value: true }, { vip: 'true' }, false],
  ['in different case', { attribute: 'country', is: 'equal', value: 'DE' }, { country: 'de' }, false],
  ['different', { attribute: 'country', is: 'not_equal', value: 'DE' }, { country: 'AT' }, true],
  ['different in type', { attribute: 'country', is: 'not_equal', value: 'DE' }, { country: 7 }, false],
  ['different, but missing', { attribute: 'country', is: 'not_equal', value: 'DE' }, { land: 'AT' }, false],
  ['in the list', { attribute: 'country', is: 'one_of', value: ['DE', 'AT', 1] }, { country: 'AT' }, true],
  ['in the list as a number', { attribute: 'country', is: 'one_of', value: ['1'] }, { country: 1 }, false],
  ['a property name of every object', { attribute: 'constructor', is: 'not_equal', value: 'x' }, {}, false],
])('an attribute that is %s', (_name, condition, attributes, holds) => {
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
  ['none', {}, true],
  ['of each type', { level: 20, country: 'DE', vip: true }, true],
  ['32 of them', many(32), true],
  ['33 of them', many(33), false],
  ['4 KiB long', { ...many(31), text: 'x'.repeat(255) }, true],
  ['longer than 4 KiB', Object.fromEntries(Object.keys(many(32)).map((key) => [key, 'x'.repeat(200)])), false],
  ['nested', { player: { level: 20 } }, false],
  ['deep', deep, false],
  ['in a list', [1], false],
  ['null', { level: null }, false],
  ['with an invalid name', { 'level!': 1 }, false],
])('attributes %s', (_name, attributes, isValid) => {
  expect(playerAttributes.safeParse(attributes).success).toBe(isValid);
});

test.each<[string, unknown[], boolean]>([
  ['ten', Array.from({ length: 10 }, () => level('at_least', 1)), true],
  ['eleven', Array.from({ length: 11 }, () => level('at_least', 1)), false],
  ['none', [], true],
  ['an unknown comparison', [{ attribute: 'a', is: 'like', value: 'x' }], false],
  ['at least a text value', [{ attribute: 'a', is: 'at_least', value: 'x' }], false],
  ['one of an empty list', [{ attribute: 'a', is: 'one_of', value: [] }], false],
  ['one of 101 values', [{ attribute: 'a', is: 'one_of', value: Array.from({ length: 101 }, (_, at) => at) }], false],
  ['an unknown field', [{ ...level('at_least', 1), or: 2 }], false],
])('conditions: %s', (_name, conditions, isValid) => {
  expect(conditionList.safeParse(conditions).success).toBe(isValid);
});
