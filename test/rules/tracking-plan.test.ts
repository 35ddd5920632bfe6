import { expect, it } from 'vitest';
import { readPlan } from '../../daemon/features/tracking-plan/plan-rules.ts';

// These tests show what a tracking plan must not contain, and the pointer to each fault.

const closed = { type: 'object', additionalProperties: false };
const planOf = (details: unknown, more: object = {}) => ({
  properties: { shop: { properties: { bought: details } } },
  ...more,
});
const faultsOf = (plan: unknown) => {
  const read = readPlan(typeof plan === 'string' ? plan : JSON.stringify(plan));
  return 'faults' in read ? read.faults.map(({ pointer, code, name }) => [pointer, code, name].join(' ').trim()) : [];
};
const fieldOf = (schema: unknown) => planOf({ type: 'object', properties: { a: schema } });
const AT = '/properties/shop/properties/bought';
const FIELD = `${AT}/properties/a`;

it.each<[string, unknown, string[]]>([
  ['not JSON', '{', ['not_json']],
  ['a text that is too long', ' '.repeat(262_145), ['too_long']],
  ['a list', [], ['not_a_schema']],
  ['a plan without types', {}, ['/properties not_a_map']],
  ['an empty list of types', { properties: {} }, ['/properties empty']],
  ['another version of JSON Schema', planOf(closed, { $schema: 'x' }), ['/$schema unknown_version']],
  ['a type that is not a schema', { properties: { shop: 1 } }, ['/properties/shop not_a_schema']],
  ['a type without sub-types', { properties: { shop: {} } }, ['/properties/shop/properties not_a_map']],
  [
    'a list of types that allows others',
    planOf(closed, { additionalProperties: true }),
    ['/additionalProperties not_closed'],
  ],
  ['a wrong type for the list of types', planOf(closed, { type: 'array' }), ['/type not_a_type']],
  [
    'a reserved type',
    { properties: { payment: { properties: { a: closed } } } },
    ['/properties/payment reserved_type payment'],
  ],
  [
    'a name that is too long',
    { properties: { shop: { properties: { ['x'.repeat(256)]: closed } } } },
    [`/properties/shop/properties/${'x'.repeat(256)} wrong_name_length`],
  ],
  [
    'a name with slashes, which its pointer escapes',
    { properties: { 'a/b~c': 1 } },
    ['/properties/a~1b~0c not_a_schema'],
  ],
  ['an unknown keyword', fieldOf({ type: 'string', pattern: 'x' }), [`${FIELD}/pattern not_supported pattern`]],
  ['a keyword of another type', fieldOf({ type: 'string', items: {} }), [`${FIELD}/items not_here items`]],
  ['fields without a type', fieldOf({ properties: {} }), [`${FIELD}/properties needs_type properties`]],
  ['an unknown type', fieldOf({ type: 'text' }), [`${FIELD}/type not_a_type`]],
  ['an empty list as a field’s type', fieldOf({ type: [] }), [`${FIELD}/type not_a_type`]],
  ['a forbidden field', fieldOf(false), [`${FIELD} not_a_schema`]],
  ['fields that are not a map', fieldOf({ type: 'object', properties: [] }), [`${FIELD}/properties not_a_map`]],
  ['required names that are not a list', fieldOf({ type: 'object', required: 'a' }), [`${FIELD}/required not_names`]],
  [
    'a required field without a schema',
    fieldOf({ type: 'object', required: ['b'] }),
    [`${FIELD}/required/0 not_a_field b`],
  ],
  [
    'a schema for other fields next to listed ones',
    fieldOf({ type: 'object', properties: { b: true }, additionalProperties: { type: 'string' } }),
    [`${FIELD}/additionalProperties rest_beside_fields`],
  ],
  ['an empty list of values', fieldOf({ enum: [] }), [`${FIELD}/enum empty`]],
  ['values that are not a list', fieldOf({ enum: 'a' }), [`${FIELD}/enum not_a_list`]],
  ['an object as a value', fieldOf({ enum: ['a', {}] }), [`${FIELD}/enum/1 not_a_value`]],
  ['a value of another type', fieldOf({ type: 'integer', const: 1.5 }), [`${FIELD}/const other_type`]],
  ['an enum next to a const', fieldOf({ const: 1, enum: [1] }), [`${FIELD}/enum not_here enum`]],
  ['a keyword next to anyOf', fieldOf({ anyOf: [true], type: 'string' }), [`${FIELD}/type not_here type`]],
  ['a fault in an alternative', fieldOf({ oneOf: [true, { type: 'x' }] }), [`${FIELD}/oneOf/1/type not_a_type`]],
  ['a reference to something outside $defs', fieldOf({ $ref: '#/properties/shop' }), [`${FIELD}/$ref not_a_reference`]],
  ['a reference to nothing', fieldOf({ $ref: '#/$defs/b' }), [`${FIELD}/$ref unknown_definition b`]],
  ['a description that is not text', fieldOf({ description: 1 }), [`${FIELD}/description not_text`]],
  ['a deprecated that is not a boolean', fieldOf({ deprecated: 'yes' }), [`${FIELD}/deprecated not_a_boolean`]],
  ['details that are a string', planOf({ type: 'string' }), [`${AT} not_details`]],
  ['details that can be null', planOf({ type: ['object', 'null'] }), [`${AT} not_details`]],
  ['alternatives for the details', planOf({ anyOf: [closed] }), [`${AT} not_details`]],
  ['definitions that are not a map', planOf(closed, { $defs: 1 }), ['/$defs not_a_map']],
  ['a name that is not an identifier', planOf(closed, { $defs: { '1a': true } }), ['/$defs/1a not_a_definition_name']],
  ['a taken name', planOf(closed, { $defs: { record: true } }), ['/$defs/record name_taken Record']],
  [
    'two names that become the same identifier',
    planOf(closed, { $defs: { 'a-b': true, a_b: true } }),
    ['/$defs/a_b name_taken AB'],
  ],
  [
    'details that refer to a definition that allows any value',
    planOf({ $ref: '#/$defs/a' }, { $defs: { a: true } }),
    [`${AT} not_details`],
  ],
  [
    'a definition that contains itself',
    planOf(
      { $ref: '#/$defs/a' },
      { $defs: { a: { type: 'array', items: { $ref: '#/$defs/b' } }, b: { $ref: '#/$defs/a' } } },
    ),
    ['/$defs/a refers_to_itself a', '/$defs/b refers_to_itself b'],
  ],
])('refuses %s', (_, plan, faults) => {
  expect(faultsOf(plan)).toEqual(faults);
});

it('definitions that expand exponentially and schemas that are too deep are refused', () => {
  const twice = (name: string) => ({ anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
  const $defs: Record<string, unknown> = { a0: true };
  for (let at = 1; at <= 40; at += 1) $defs[`a${at}`] = twice(`a${at - 1}`);
  const plan = planOf({ type: 'object', properties: { a: { $ref: '#/$defs/a40' } } }, { $defs });
  expect(faultsOf(plan)).toEqual([`${AT} too_large`]);
  let deep: unknown = true;
  for (let at = 0; at < 40; at += 1) deep = { type: 'array', items: deep };
  expect(faultsOf(fieldOf(deep))).toEqual([expect.stringMatching(/items too_deep$/)]);
});

it('at most 50 faults are reported', () => {
  const properties = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`f${at}`, 1]));
  expect(faultsOf(planOf({ type: 'object', properties }))).toHaveLength(50);
});
