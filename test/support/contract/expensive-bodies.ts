import { z } from 'zod';
import type { Endpoint } from '../../../daemon/contract/endpoint.ts';

export interface ExpensiveBody {
  what: string;
  type: 'application/json' | 'text/csv';
  text: string;
}

const MIB = 1_048_576;
/** The numbers of keys and list entries just below the limits for a body. */
const KEYS = 9990;
const ENTRIES = 1990;

const many = <T>(count: number, entry: (at: number) => T) => Array.from({ length: count }, (_, at) => entry(at));
const keys = (count: number) => Object.fromEntries(many(count, (at) => [`k${at}`, 0]));
const long = (text: string) => text.repeat(Math.floor((MIB - 1000) / text.length));

/** Returns bodies at an endpoint's limits: the most keys, the longest lists and texts, and lists that are too long. */
export function expensiveBodies(entry: Endpoint): ExpensiveBody[] {
  const bodies: Record<string, string> = {
    'many keys': JSON.stringify(keys(KEYS)),
    'a list of numbers': JSON.stringify(many(ENTRIES, () => 0)),
    'too many numbers': `[${long('0,')}0]`,
    'blanks alone': long(' '),
    'open lists': long('['),
    'one number': long('9'),
    'escapes alone': `"${long('\\ud83d\\ude00')}"`,
  };
  for (const [name, field] of fieldsOf(entry)) {
    bodies[`a long ${name}`] = JSON.stringify({ [name]: long('x') });
    if (!isList(field)) continue;
    bodies[`numbers in ${name}`] = JSON.stringify({ [name]: many(ENTRIES, () => 0) });
    bodies[`texts in ${name}`] = JSON.stringify({ [name]: many(ENTRIES, () => '') });
    bodies[`objects in ${name}`] = JSON.stringify({ [name]: many(ENTRIES / 2, () => ({ '': 0 })) });
    bodies[`too many texts in ${name}`] = `{"${name}":[${long('"",')}""]}`;
  }
  const all = Object.entries(bodies).map(([what, text]): ExpensiveBody => ({ what, type: 'application/json', text }));
  return all;
}

type Field = { type?: string; anyOf?: Field[] };
type Schema = { properties?: Record<string, Field>; oneOf?: Schema[] };

/** Returns the fields of a body, or those of all its alternatives. */
const fieldsIn = ({ properties = {}, oneOf = [] }: Schema): [string, Field][] => [
  ...Object.entries(properties),
  ...oneOf.flatMap(fieldsIn),
];
const fieldsOf = ({ body }: Endpoint) =>
  body ? fieldsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema) : [];

const isList = ({ type, anyOf = [] }: Field): boolean => type === 'array' || anyOf.some(isList);

const sdkEvent = (at: number, event_details: unknown) => ({
  event_type: 'level',
  event: { event_sub_type: 'up', event_details },
  ...{ game_id: 'game', created_at: '2026-01-01T00:00:00Z' },
  session_id: '00000000-0000-4000-8000-000000000000',
  event_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  user_details: { user_id: 'user' },
  app_details: {},
});
const payment = (at: number) => ({
  event_type: 'payment',
  ...{ game_id: 'game', created_at: '2026-01-01T00:00:00Z', transaction_id: `t-${at}` },
  event: { user_id: 'user', amount: 1 },
});

function toBody([what, events]: [string, unknown]): ExpensiveBody {
  return { what, type: 'application/json', text: JSON.stringify({ events }) };
}

/** Requests with a thousand events, or with invalid events. */
export const expensiveEvents: ExpensiveBody[] = Object.entries({
  'small SDK events': many(1000, (at) => sdkEvent(at, {})),
  'wrong events': many(1000, () => ({})),
  'too many events': many(19_000, () => 0),
  payments: many(1000, payment),
}).map(toBody);

/** Events with large free fields. */
export const ownFields: ExpensiveBody[] = Object.entries({
  'events with their own keys': many(1000, (at) =>
    sdkEvent(at, Object.fromEntries(many(30, (key) => [`k${at}_${key}`, 0]))),
  ),
  'an event with many keys': [sdkEvent(0, keys(45_000))],
  'an event with many numbers': [sdkEvent(0, { list: many(500_000, () => 0) })],
  'an event with many escapes': [
    sdkEvent(
      0,
      many(4000, (at) => `\u0001${at}`),
    ),
  ],
}).map(toBody);

const file = (content: object) => ({
  ...{ format: 'redeemd-campaign', version: 1 },
  campaign: { name: 'Large', starts_at: '2026-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z', currency: 'USD' },
  ...{ codes: [], ...content },
});
const content = { name: 'A code', root_url: 'https://game.example/redeem', rewards_json: '{"gold":1}' };
const batch = (values: unknown) => ({ batches: [{ ...content, usage_limit: 1, active: 'Y', values }] });

/** Files with a hundred thousand codes. */
export const expensiveFiles: ExpensiveBody[] = Object.entries({
  'many values': file(batch(many(100_000, (at) => `LARGE-${at}`))),
  'many values with fields': file(batch(many(100_000, (at) => ({ code: `OTHER-${at}`, name: `Code ${at}` })))),
  'many wrong values': file(batch(many(100_000, (at) => ({ code: `WRONG-${at}`, usage_limit: 'x' })))),
  'many codes': file({ codes: many(100_000, (at) => ({ ...content, code: `HAND-${at}` })) }),
}).map(([what, body]) => ({ what, type: 'application/json', text: JSON.stringify(body) }));

/** CSVs of the maximum size. */
export const expensiveCsvs: ExpensiveBody[] = Object.entries({
  'many rows': `code\n${many(100_000, (at) => `C-${at}`).join('\n')}`,
  'many rows with a fault': `code\n${many(100_000, () => '?').join('\n')}`,
  'many columns': long(','),
  'many cells in a row': `code\nC-1\n${long(',')}`,
  'an open quote': long('"'),
}).map(([what, text]) => ({ what, type: 'text/csv', text }));
