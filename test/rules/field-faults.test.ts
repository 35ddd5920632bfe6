import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpointList } from '../../daemon/contract/contract.ts';
import { FIELD_FAULTS, fieldFault } from '../../daemon/contract/field-faults.ts';
import { webUrl } from '../../daemon/contract/fields.ts';
import { paymentEvent, sdkEvent } from '../../daemon/contract/game-events.ts';
import { fieldFaultsOf } from '../../daemon/contract/schema-faults.ts';

/** Wrong values that a client can send in place of any value. */
const WRONG = [undefined, null, '', 'x', 'x'.repeat(20_000), -1, 0.5, 1e20, true, [], [null], {}, { other: 1 }];

const schemas = [
  ...endpointList.flatMap(([name, { params, query, headers, body }]) =>
    Object.entries({ params, query, headers, body }).flatMap(([part, schema]) =>
      schema ? [[`${name} ${part}`, schema] as const] : [],
    ),
  ),
  ['a payment', paymentEvent] as const,
  ['an SDK event', sdkEvent] as const,
];

/** Returns each wrong value in place of the whole value, and in place of each field of an object. */
function wrongValues(schema: z.ZodType): unknown[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const names = inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  return [...WRONG, ...names.flatMap((name) => WRONG.map((value) => ({ [name]: value })))];
}

/** Returns the custom messages of a schema, of the schemas in it, and of their checks. */
function ownWords(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { _zod: { def = null } = {}, ...plain } = value as { _zod?: { def?: { error?: unknown } } };
  const { error } = def ?? {};
  // Some messages depend on the type of the input.
  const said = typeof error === 'function' ? ['', null].map((input) => error({ input })) : [];
  const words = said.map((one) => (typeof one === 'string' ? one : one.message));
  return [...words, ...Object.values(def ?? plain).flatMap((inner) => ownWords(inner, seen))];
}

describe('a rule of the contract', () => {
  test.each(schemas)('in %s has its text and its code in the table', (_name, schema) => {
    for (const words of ownWords(schema)) expect(Object.values(FIELD_FAULTS)).toContain(words);
  });

  test('adds custom faults only through schema-faults.ts', () => {
    const files = readdirSync('daemon/contract', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const adding = files.filter((file) => readFileSync(`daemon/contract/${file}`, 'utf8').includes('addIssue('));
    expect(adding).toEqual(['schema-faults.ts']);
  });

  test('has a text that no other rule has', () => {
    expect(new Set(Object.values(FIELD_FAULTS)).size).toBe(Object.keys(FIELD_FAULTS).length);
  });
});

describe('a field’s fault', () => {
  test.each(schemas)('in %s is a sentence with the field’s name, and has a code', (_name, schema) => {
    for (const value of wrongValues(schema)) {
      const { error } = schema.safeParse(value);
      for (const { code = '', detail, limit } of error ? fieldFaultsOf(error, '') : []) {
        expect(detail, JSON.stringify(value)?.slice(0, 100)).toMatch(
          /^(?:(?:The body|\S+) (?:is|has|must)|\p{Lu}.*\.$)/u,
        );
        expect(detail).not.toMatch(/undefined|Invalid|Too |expected|Unrecognized|\{/);
        expect(Object.keys(FIELD_FAULTS)).toContain(code);
        // Zod gives no reason for a union, so the text is the one from the table.
        if (code === 'invalid') expect(detail).toMatch(/ is not valid$/);
        if (/\{limit\}/.test(FIELD_FAULTS[code as keyof typeof FIELD_FAULTS])) expect(detail).toContain(String(limit));
      }
    }
  });

  test.each(schemas)('in %s is the only one that an empty text causes', (_name, schema) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    for (const name of inner instanceof z.ZodObject ? Object.keys(inner.shape) : []) {
      const { error } = schema.safeParse({ [name]: '' });
      const ofName = error ? fieldFaultsOf(error, '').filter(({ pointer }) => pointer === `/${name}`) : [];
      expect(ofName.slice(1), name).toEqual([]);
    }
  });

  test('is also the only one that a payment’s empty user_id causes', () => {
    const { error } = paymentEvent.shape.event.safeParse({ user_id: '', amount: 1 });
    expect(fieldFaultsOf(error as z.ZodError, '')).toEqual([
      { pointer: '/user_id', code: 'empty', detail: 'user_id must not be empty' },
    ]);
  });

  test.each([
    [z.object({ user_id: z.string() }), {}, 'required', 'user_id is required'],
    [z.object({ user_id: z.string().min(1) }), { user_id: '' }, 'empty', 'user_id must not be empty'],
    [z.object({ user_id: z.string() }), { user_id: 7 }, 'not_text', 'user_id must be a string'],
    [z.object({ n: z.number().int().max(9) }), { n: 1.5 }, 'not_a_whole_number', 'n must be a whole number'],
    [z.object({ n: z.number().max(9) }), { n: 10 }, 'too_large', 'n must be at most 9'],
    [z.object({ list: z.array(z.string()).max(1) }), { list: ['', ''] }, 'too_many', 'list must have at most 1 entry'],
    [z.object({ list: z.array(z.string()) }), { list: ['', 7] }, 'not_text', 'list[1] must be a string'],
    [z.object({ is: z.enum(['Y', 'N']) }), { is: 'X' }, 'not_one_of', 'is must be one of Y, N'],
    [z.object({ id: z.uuid() }), { id: '7' }, 'not_a_uuid', 'id must be a UUID'],
    [z.object({ url: webUrl }), { url: 'x' }, 'not_a_url', 'url must be an http or https URL'],
    [z.strictObject({}), { foo: 1 }, 'unknown', 'foo is not a known field'],
    [
      paymentEvent.shape.event,
      { user_id: 'u', amount: '19.90' },
      'number_as_text',
      'amount must be a number, not a string',
    ],
    [z.object({}), undefined, 'required', 'The body is required'],
    [z.object({}), [], 'not_an_object', 'The body must be an object'],
  ])('is in plain words (case %#)', (schema, value, code, detail) => {
    const { error } = schema.safeParse(value);
    expect(fieldFaultsOf(error as z.ZodError, '')).toMatchObject([{ code, detail }]);
  });

  test('also contains the numbers and values of its sentence as separate fields', () => {
    const schema = z.object({ is: z.enum(['Y', 'N']), n: z.number().max(9) });
    const { error } = schema.safeParse({ is: 'X', n: 10 });
    expect(fieldFaultsOf(error as z.ZodError, '')).toMatchObject([{ values: ['Y', 'N'] }, { limit: 9 }]);
    expect(fieldFault('', ['pattern'], 'too_few_random', { limit: 5, count: 1 })).toEqual({
      pointer: '/pattern',
      code: 'too_few_random',
      detail: 'pattern must have at least 5 random characters for 1 code',
      limit: 5,
      count: 1,
    });
  });

  test('in a query is worded for a query parameter', () => {
    const { error } = z.strictObject({}).safeParse({ foo: 1 });
    expect(fieldFaultsOf(error as z.ZodError, '#/query')).toMatchObject([
      { detail: 'foo is an unknown query parameter' },
    ]);
  });
});
