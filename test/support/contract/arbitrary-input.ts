import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '../../../daemon/contract/endpoint.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
}

/** The parts of a request except its sender. */
export interface Input {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  body: unknown;
}

const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  '__proto__',
  '\u0000',
  '\ud800',
  '%00',
  "' or 1=1 --",
  '%_\\',
  '=1+1',
  '../../etc/passwd',
  '\u202egnp.exe',
  'é'.repeat(300),
  '2026-02-30T00:00:00Z',
  '9007199254740993',
  '{"a":1}',
  '[{"b":[]}]',
];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('https://game.example/redeem?x=1#y', 'FUZZ-CODE', 'player_1', 'creator_1', 'fuzz@example.test'),
);
const junk: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, [], {}, [[]], Number.MAX_SAFE_INTEGER + 2, -0.001),
  fc.jsonValue({ maxDepth: 3 }),
);

const string = ({ format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> => {
  if (format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      text,
    );
  if (format === 'email') return fc.oneof(fc.emailAddress(), text);
  const plain = fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  return fc.oneof(plain, text, fc.integer({ min: 1, max: 40 }).map(String));
};

const number = ({ minimum = -1e12, maximum = 1e12, type }: Schema): fc.Arbitrary<unknown> => {
  const [min, max] = [Math.max(minimum, -1e15), Math.min(maximum, 1e15)];
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
};

/** Hundreds of thousands of codes would keep the daemon busy for the rest of the test. */
const cheap = (name: string, schema: Schema) => (name === 'count' ? { ...schema, maximum: 20 } : schema);

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fits(cheap(name, schema))]),
  );
  return fc.record(fields, { requiredKeys: required });
}

/** Returns values that mostly match the schema. */
function fits(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fits));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(fits(schema.items ?? {}), { maxLength: 4 });
    case 'string':
      return string(schema);
    case 'number':
    case 'integer':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return junk;
  }
}

/** Returns bodies that match the schema, some of them with a replaced or added field. */
const body = (schema: Schema): fc.Arbitrary<unknown> => {
  const good = fits(schema);
  const spoiled = fc.tuple(good, fc.nat(), junk, fc.string({ maxLength: 8 })).map(([value, at, other, extra]) => {
    if (typeof value !== 'object' || value === null) return other;
    const names = [...Object.keys(value), extra];
    return { ...value, [names[at % names.length] ?? extra]: other };
  });
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: spoiled }, { weight: 1, arbitrary: junk });
};

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as Schema;

const strings = (schema: z.ZodType | undefined, value: (name: string, schema: Schema) => fc.Arbitrary<unknown>) => {
  const { properties = {} } = schema ? schemaOf(schema) : {};
  const fields = Object.entries(properties).map(([name, property]) => [name, value(name, property).map(String)]);
  return Object.fromEntries(fields) as Record<string, fc.Arbitrary<string>>;
};

/** Returns valid and invalid requests to an endpoint. IDs in paths often exist. */
export function inputsOf(entry: Endpoint): fc.Arbitrary<Input> {
  const known = fc.integer({ min: 1, max: 4 });
  const params = strings(entry.params, (name, schema) =>
    fc.oneof({ weight: 3, arbitrary: name === 'user_id' ? fc.constant('player_1') : known }, fits(schema), text),
  );
  const query = strings(entry.query, (_, schema) => fc.oneof({ weight: 4, arbitrary: fits(schema) }, text));
  return fc.record({
    params: fc.record(params),
    query: fc.record(query, { requiredKeys: [] }),
    body: entry.body ? body(schemaOf(entry.body)) : fc.constant(undefined),
  });
}
