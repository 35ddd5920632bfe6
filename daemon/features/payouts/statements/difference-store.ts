import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { DIFFERENCES } from '../../../contract/admin/payout-shapes.ts';
import type { Handle } from '../../../db/database.ts';
import { contains, MAX_TOTAL, offsetOf, orderOf, type PageQuery, totalOf } from '../../../db/query/listing.ts';
import { sumText } from '../../../db/query/sums.ts';

/** Two payout runs; `before` is null if there is no earlier one. */
export interface Compared {
  now: number;
  before: number | null;
}
export interface DifferenceFilter {
  q?: string | undefined;
  only?: (typeof DIFFERENCES)[number] | undefined;
  sort?: string | undefined;
}

const NO_RUN = 0;

/** Selects the statements in a payout run's files, to be joined by creator. */
function sideOf<N extends string>({ db, t }: Handle, runId: number, name: N) {
  const { payout_statements: s } = t;
  const { creator_id, payable, payout_method, payout_address } = s;
  return db
    .select({ creator_id, payable, payout_method, payout_address })
    .from(s)
    .where(and(eq(s.run_id, runId), eq(s.taken_out, false)))
    .as(name);
}

/**
 * Selects one row for each creator in either run, with two joins that use the index of a run's creators. SQLite
 * cannot use an index for a full join, so it would compare every creator of one run with every creator of the other.
 */
function bothOf(handle: Handle, { now: nowId, before: beforeId }: Compared) {
  const { db, t } = handle;
  const { payout_statements: s } = t;
  const inFiles = (runId: number) => and(eq(s.run_id, runId), eq(s.taken_out, false));
  const before = sideOf(handle, beforeId ?? NO_RUN, 'before_side');
  const now = sideOf(handle, nowId, 'now_side');
  const ofNow = db
    .select({
      ...{ creator_id: s.creator_id, creator_name: s.creator_name },
      is_new: sql<number>`case when ${before.creator_id} is null then 1 else 0 end`.as('is_new'),
      is_gone: sql<number>`0`.as('is_gone'),
      payable_now: sql<string>`cast(${s.payable} as bigint)`.as('payable_now'),
      payable_then: sql<string>`coalesce(${before.payable}, 0)`.as('payable_then'),
      payout_method: sql<string | null>`${s.payout_method}`.as('method_now'),
      payout_address: sql<string | null>`${s.payout_address}`.as('address_now'),
      payout_details_at: s.payout_details_at,
      method_then: sql<string | null>`${before.payout_method}`.as('method_then'),
      address_then: sql<string | null>`${before.payout_address}`.as('address_then'),
    })
    .from(s)
    .leftJoin(before, eq(before.creator_id, s.creator_id))
    .where(inFiles(nowId));
  const gone = db
    .select({
      ...{ creator_id: s.creator_id, creator_name: s.creator_name },
      ...{ is_new: sql<number>`0`.as('is_new'), is_gone: sql<number>`1`.as('is_gone') },
      payable_now: sql<string>`0`.as('payable_now'),
      payable_then: sql<string>`cast(${s.payable} as bigint)`.as('payable_then'),
      payout_method: sql<string | null>`null`.as('method_now'),
      payout_address: sql<string | null>`null`.as('address_now'),
      payout_details_at: s.payout_details_at,
      method_then: sql<string | null>`${s.payout_method}`.as('method_then'),
      address_then: sql<string | null>`${s.payout_address}`.as('address_then'),
    })
    .from(s)
    .leftJoin(now, eq(now.creator_id, s.creator_id))
    .where(and(inFiles(beforeId ?? NO_RUN), isNull(now.creator_id)));
  return ofNow.unionAll(gone).as('both_sides');
}
type Both = ReturnType<typeof bothOf>;

const differenceOf = (both: Both) => sql`(${both.payable_now} - ${both.payable_then})`;
/** Matches creators in both runs whose payout details differ. */
const hasMoved = (both: Both) =>
  sql`(${both.is_new} = 0 and ${both.is_gone} = 0 and (${both.payout_method} is distinct from ${both.method_then} or ${both.payout_address} is distinct from ${both.address_then}))`;

function whereOf(both: Both, { q, only }: DifferenceFilter): SQL | undefined {
  const is = {
    new: sql`${both.is_new} = 1`,
    gone: sql`${both.is_gone} = 1`,
    address_changed: hasMoved(both),
    payable_changed: sql`${differenceOf(both)} <> 0`,
  };
  return and(only && is[only], q ? contains(q, both.creator_id, both.creator_name) : undefined);
}

/** Lists the differences, largest change first unless the query requests another order. */
export async function listDifferenceRows(handle: Handle, compared: Compared, query: PageQuery & DifferenceFilter) {
  const both = bothOf(handle, compared);
  const where = whereOf(both, query);
  const difference = differenceOf(both);
  const sortable = {
    change: sql`abs(${difference})`,
    difference,
    payable_now: both.payable_now,
    creator: both.creator_id,
  };
  const { creators } = handle.t;
  const rows = await handle.db
    .select({
      ...{ creator_id: both.creator_id, creator_name: both.creator_name, is_new: both.is_new, is_gone: both.is_gone },
      // The amounts are text, because a driver might convert them to imprecise numbers.
      payable_now: sql<string>`cast(${both.payable_now} as text)`,
      payable_then: sql<string>`cast(${both.payable_then} as text)`,
      ...{ payout_method: both.payout_method, payout_address: both.payout_address },
      merged_into: creators.merged_into,
      ...{ payout_details_at: both.payout_details_at, method_then: both.method_then, address_then: both.address_then },
    })
    .from(both)
    .leftJoin(creators, eq(creators.creator_id, both.creator_id))
    .where(where)
    .orderBy(...orderOf(query.sort ?? '-change', sortable, both.creator_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  const counted = async () => {
    const some = handle.db
      .select({ one: sql`1`.as('one') })
      .from(both)
      .where(where)
      .limit(MAX_TOTAL);
    const [row] = await handle.db.select({ total: sql<number | string>`count(*)` }).from(some.as('counted'));
    return Number(row?.total ?? 0);
  };
  return { rows, total: await totalOf(query, rows, counted) };
}

const sumWhere = (condition: SQL, value: unknown) => sumText(sql`case when ${condition} then ${value} else 0 end`);

/** Sums the differences over all creators of the two runs, as text. */
export async function sumDifferences(handle: Handle, compared: Compared) {
  const both = bothOf(handle, compared);
  const [row] = await handle.db
    .select({
      payable_now: sumText(both.payable_now),
      payable_then: sumText(both.payable_then),
      new_creators: sumText(both.is_new),
      new_payable: sumWhere(sql`${both.is_new} = 1`, both.payable_now),
      gone_creators: sumText(both.is_gone),
      gone_payable: sumWhere(sql`${both.is_gone} = 1`, both.payable_then),
      addresses_changed: sumWhere(hasMoved(both), sql`1`),
    })
    .from(both);
  if (!row) throw new Error('The query for the sums returned no row');
  return row;
}
