import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { eachId } from '../../db/query/json-ids.ts';
import { type Difference, quarterOf } from './verify-store.ts';

/** Finds all counters and series of codes and campaigns that differ from the rows behind them. */
export async function counterFaults(handle: Handle): Promise<Difference[]> {
  const ofCodes = sql.join(codeParts(handle), UNION);
  const ofCampaigns = sql.join(campaignParts(handle), UNION);
  return [
    ...(await compareFigures(handle, {
      table: 'code_counters',
      keys: ['code_id', 'terms_id', 'game_id'],
      rows: ofCodes,
    })),
    ...(await compareFigures(handle, { table: 'code_hours', keys: ['code_id', 'hour', 'game_id'], rows: ofCodes })),
    ...(await compareFigures(handle, {
      table: 'campaign_hours',
      keys: ['campaign_id', 'hour', 'game_id'],
      rows: ofCampaigns,
      figures: [...FIGURES, 'creator_revenue'],
    })),
  ];
}

const UNION = sql.raw(' union all ');
const FIGURES = ['claims', 'payments', 'revenue', 'refunds'];
const magnitude = (amount: string) => `case when ${amount} < 0 then -${amount} else 0 end`;

const CLAIMS = 'claims k join codes c on c.code_id = k.code_id left join api_keys y on y.key_id = k.key_id';
const CLAIM_GAME = "coalesce(y.game_id, '')";
const RELEASED = `${CLAIMS} where k.released_at is not null`;
const ACCRUED = 'accruals a join payments p on p.payment_id = a.payment_id';
/** A refund takes effect when both it and its payment have arrived. */
export const TAKEN =
  'counted_refunds t join payments p on p.payment_id = t.payment_id join payments r on r.payment_id = t.refund_id';
export const TAKEN_AT = 'case when p.received_at > r.received_at then p.received_at else r.received_at end';

interface Part {
  from: SQL;
  key: string;
  at: string;
  game: string;
  claims?: number;
  payments?: number | string;
  revenue?: string;
  refunds?: string;
}

const claimParts = (key: string): Part[] => [
  { key, at: 'k.created_at', game: CLAIM_GAME, claims: 1, from: sql.raw(CLAIMS) },
  // A released claim is subtracted at the time of its release.
  { key, at: 'k.released_at', game: CLAIM_GAME, claims: -1, from: sql.raw(RELEASED) },
];

/** Returns what each payment added and each refund subtracted, for one kind of target. */
const countedParts = (handle: Handle, kind: 'code' | 'campaign'): Part[] => [
  {
    key: 'each_id.value',
    at: 'p.received_at',
    game: 'p.game_id',
    payments: 1,
    revenue: 'p.amount',
    from: sql`payments p cross join ${eachId(handle, `p.counted_${kind}_ids`)} where p.amount >= 0`,
  },
  {
    key: 't.target_id',
    at: TAKEN_AT,
    game: 'r.game_id',
    payments: 1,
    revenue: '-t.amount',
    refunds: 't.amount',
    from: sql.raw(`${TAKEN} where t.kind = '${kind}'`),
  },
];

function codeParts(handle: Handle): SQL[] {
  const select = (part: Part, terms = '0') => sql`
    select ${sql.raw(`${part.key} as code_id, ${terms} as terms_id, ${figuresOf(part)}`)} from ${part.from}`;
  const accrued = {
    ...{ revenue: 'a.amount', from: sql.raw(ACCRUED) },
    // The correction of a rate is neither a payment nor a refund.
    ...{ payments: 'case when a.rate_id is null then 1 else 0 end' },
    refunds: `case when a.rate_id is null then ${magnitude('a.amount')} else 0 end`,
  };
  return [
    ...claimParts('k.code_id').map((part) => select(part)),
    ...countedParts(handle, 'code').map((part) => select(part)),
    select({ key: 'a.code_id', at: 'a.received_at', game: 'p.game_id', ...accrued }, 'a.terms_id'),
  ];
}

function campaignParts(handle: Handle): SQL[] {
  const select = (part: Part, creatorRevenue = '0') => sql`
    select ${sql.raw(`${part.key} as campaign_id, ${creatorRevenue} as creator_revenue, ${figuresOf(part)}`)} from ${part.from}`;
  const paid = { revenue: 'p.amount', refunds: magnitude('p.amount'), from: sql.raw('payments p') };
  const accrued = { at: 'a.received_at', game: 'p.game_id', from: sql.raw(ACCRUED) };
  return [
    ...[...claimParts('c.campaign_id'), ...claimParts('0')].map((part) => select(part)),
    ...countedParts(handle, 'campaign').map((part) => select(part)),
    select({ key: '0', at: 'p.received_at', game: 'p.game_id', payments: 1, ...paid }),
    ...['a.campaign_id', '0'].map((key) => select({ key, ...accrued }, 'a.amount')),
  ];
}

const figuresOf = ({ at, game, claims = 0, payments = 0, revenue = '0', refunds = '0' }: Part) =>
  `${quarterOf(`(${at})`)} as hour, ${game} as game_id, ${claims} as claims, ${payments} as payments, ${revenue} as revenue, ${refunds} as refunds`;

interface Compared {
  table: string;
  keys: readonly string[];
  /** The rows behind the figures. */
  rows: SQL;
  figures?: readonly string[];
}

/** Finds figures whose sum in the table differs from the sum of the rows. */
export async function compareFigures(
  { db }: Handle,
  { table, keys, rows, figures = FIGURES }: Compared,
): Promise<Difference[]> {
  const columns = [...keys, ...figures].join(', ');
  const both = sql`(select 0 as side, ${sql.raw(columns)} from ${sql.raw(table)}
    union all select 1, ${sql.raw(columns)} from (${rows}) as made) as sides`;
  const sumOf = (name: string, side: 0 | 1) =>
    sql<string>`cast(sum(case when side = ${sql.raw(`${side}`)} then ${sql.raw(name)} else 0 end) as text)`;
  const differs = (name: string) => sql.raw(`sum(case when side = 0 then ${name} else -${name} end) <> 0`);
  const found = await db
    .select({
      ...Object.fromEntries(keys.map((name) => [name, sql`${sql.raw(name)}`])),
      ...Object.fromEntries(
        figures.flatMap((name) => [
          [`stored_${name}`, sumOf(name, 0)],
          [`computed_${name}`, sumOf(name, 1)],
        ]),
      ),
    })
    .from(both)
    .groupBy(...keys.map((name) => sql.raw(name)))
    .having(sql.join(figures.map(differs), sql.raw(' or ')));
  return found.flatMap((row: Record<string, unknown>) =>
    figures.flatMap((name) => {
      const [stored, computed] = [String(row[`stored_${name}`]), String(row[`computed_${name}`])];
      const key = [...keys.map((part) => keyText(part, row[part])), name].join(' ');
      return stored === computed ? [] : [{ table, key, stored, computed }];
    }),
  );
}

function keyText(name: string, value: unknown): string {
  if (name === 'hour') return new Date(Number(value)).toISOString();
  if (name === 'game_id') return value === '' ? 'no game' : `game ${value}`;
  return `${name.replace(/_id$/, '')} ${value}`;
}
