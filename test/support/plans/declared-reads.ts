import { z } from 'zod';
import { type EndpointName, endpointList } from '../../../daemon/contract/contract.ts';
import type { Endpoint } from '../../../daemon/contract/endpoint.ts';
import { FILLED } from './filled-rows.ts';

// Lists the GET requests that the contract allows: each filter, sort, search and page, alone and in pairs.

export interface Read {
  name: EndpointName;
  entry: Endpoint;
  /** The path with its query. */
  path: string;
}

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** Returns the values of each parameter of a path or a query. If a parameter has several values, each is requested. */
const values = (endpoint: EndpointName): Record<string, readonly (string | number)[]> => ({
  ...{ campaign_ids: [FILLED.campaign], campaign_id: [FILLED.campaign] },
  ...{ code_id: [CODE_OF[endpoint] ?? FILLED.hotCode], batch_id: [FILLED.batch] },
  ...{
    job_id: [FILLED.bulkJob],
    run_id: [FILLED.run],
    line_id: [FILLED.line],
    to: [],
    staff_id: [1],
    key_id: [1],
    pool_id: [FILLED.pool],
    redemption_id: [FILLED.claim],
    audit_id: [1],
    sign_id: [FILLED.leakSign],
    statement_id: [FILLED.statement],
  },
  ...{ webhook_id: [FILLED.webhook], outbox_id: [FILLED.outbox], delivery_id: [FILLED.delivery] },
  ...{
    user_id: [FILLED.user],
    creator_id: [FILLED.creator],
    into: [FILLED.otherCreator],
    code: ['FILL-77'],
    game_id: ['game'],
  },
  tag: ['vip', 'rare'],
  ...{
    event_type: ['redemption.succeeded', 'rare'],
    event_sub_type: ['sub'],
    session_id: [FILLED.session],
    event_id: [FILLED.session],
  },
  ...{ anon_id: [FILLED.anon], action: ['code.create', 'rare.action'], entity: ['code', 'rare'], entity_id: ['77'] },
  ...{
    steps: [
      JSON.stringify([
        ['type-1', null],
        ['type-2', 'sub'],
      ]),
    ],
    ...{ within_hours: [24], wait_ms: [20_000], utm: ['utm_campaign'], weeks: [4] },
  },
  q: ['FILL-77', 'Ünï', 'nowhere'],
  from: [daysAgo(7)],
  to: endpoint === 'getPayoutDifference' ? [FILLED.run - 1] : [daysAgo(3)],
  ...{ page: [2, 300], page_size: [100], limit: [100], format: ['csv'], columns: [], currency: ['EUR', 'CHF'] },
});

const CODE_OF: Partial<Record<EndpointName, number>> = { getCreatorCode: FILLED.creatorCode };

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
  default?: unknown;
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as Schema;

type Pair = readonly [name: string, value: string | number];

export function declaredReads(): Read[] {
  return endpointList.filter(([, { method }]) => method === 'GET').flatMap(([name, entry]) => readsOf(name, entry));
}

/** Returns whether a field determines only which of the found rows are sent, and how. */
const isOfPage = (name: string) => ['page', 'page_size', 'limit', 'format', 'table'].includes(name);

/** Returns the choices for pairs. Two values represent all others, and a sort order also represents its reverse. */
const inPairs = (choices: readonly Pair[]): readonly Pair[] =>
  choices
    .filter(([name, value]) => !isOfPage(name) && (name !== 'sort' || !String(value).startsWith('-')))
    .slice(0, choices[0]?.[0] === 'sort' ? undefined : 2);

function readsOf(name: EndpointName, entry: Endpoint): Read[] {
  const known = values(name);
  const valuesOf = (field: string, schema: Schema): Pair[] => {
    const found = schema.enum ?? known[field];
    if (!found) throw new Error(`${name} accepts ${field}: add its values to declared-reads.ts`);
    return found.map((value) => [field, value]);
  };
  const path = entry.path.replace(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String(valuesOf(field, {})[0]?.[1])),
  );
  const { properties = {}, required = [] } = entry.query ? schemaOf(entry.query) : {};
  const fields = Object.entries(properties).filter(([field]) => field !== 'cursor');
  const always = fields.filter(([field, schema]) => required.includes(field) && !('default' in schema));
  const base = always.flatMap(([field, schema]) => valuesOf(field, schema).slice(0, 1));
  const choices = fields.map(([field, schema]) => valuesOf(field, schema));
  const queries: Pair[][] = [[]];
  for (const [at, own] of choices.entries()) {
    for (const one of own) queries.push([one]);
    for (const one of inPairs(own))
      for (const others of choices.slice(at + 1)) for (const other of inPairs(others)) queries.push([one, other]);
  }
  const texts = queries.map((query) =>
    String(
      new URLSearchParams(Object.fromEntries([...base, ...query].map(([field, value]) => [field, String(value)]))),
    ),
  );
  return [...new Set(texts)].map((text) => ({ name, entry, path: text ? `${path}?${text}` : path }));
}
