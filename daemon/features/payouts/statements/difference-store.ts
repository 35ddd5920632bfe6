import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { DIFFERENCES } from '../../../contract/admin/payout-shapes.ts';
import type { Handle } from '../../../db/database.ts';
import { contains, MAX_TOTAL, offsetOf, orderOf, type PageQuery, totalOf } from '../../../db/query/listing.ts';
import { sumText } from '../../../db/query/sums.ts';

/** Two payout runs; `before` is null where there is no earlier one. */
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

/** The statements in the files of a payout run. */
function sideOf<N extends string>({ db, t }: Handle, runId: number, name: N) {
  const { payout_statements: s } = t;
  const { statement_id, creator_id, creator_name, payable, payout_method, payout_address, payout_details_at } = s;
  return db
    .select({ statement_id, creator_id, creator_name, payable, payout_method, payout_address, payout_details_at })
    .from(s)
    .where(and(eq(s.run_id, runId), eq(s.taken_out, false)))
    .as(name);
}

/** The parts of every query about two runs: each creator of one or the other has one row. */
function sidesOf(handle: Handle, { now: nowId, before: beforeId }: Compared) {
  const now = sideOf(handle, nowId, 'now');
  const before = sideOf(handle, beforeId ?? NO_RUN, 'before');
  const bySame = eq(now.creator_id, before.creator_id);
  const isNew = isNull(before.creator_id);
  const isGone = isNull(now.creator_id);
  const differs = sql`(${now.payout_method} is distinct from ${before.payout_method} or ${now.payout_address} is distinct from ${before.payout_address})`;
  const hasMoved = and(isNotNull(now.creator_id), isNotNull(before.creator_id), differs) as SQL;
  const difference = sql`(coalesce(${now.payable}, 0) - coalesce(${before.payable}, 0))`;
  return { now, before, bySame, isNew, isGone, hasMoved, difference };
}

function whereOf(
  { now, before, isNew, isGone, hasMoved, difference }: ReturnType<typeof sidesOf>,
  filter: DifferenceFilter,
) {
  const only = { new: isNew, gone: isGone, address_changed: hasMoved, payable_changed: sql`${difference} <> 0` };
  return and(
    filter.only && only[filter.only],
    filter.q ? contains(filter.q, now.creator_id, now.creator_name, before.creator_id, before.creator_name) : undefined,
  );
}

/** The largest change first, unless the query asks for another order. */
export async function listDifferenceRows(handle: Handle, compared: Compared, query: PageQuery & DifferenceFilter) {
  const sides = sidesOf(handle, compared);
  const { now, before, bySame, difference } = sides;
  const where = whereOf(sides, query);
  const creator = sql`coalesce(${now.creator_id}, ${before.creator_id})`;
  const sortable = {
    change: sql`abs(${difference})`,
    difference,
    payable_now: sql`coalesce(${now.payable}, 0)`,
    creator,
  };
  const rows = await handle.db
    .select()
    .from(now)
    .fullJoin(before, bySame)
    .where(where)
    .orderBy(...orderOf(query.sort ?? '-change', sortable, creator))
    .limit(query.page_size)
    .offset(offsetOf(query));
  const counted = async () => {
    const some = handle.db
      .select({ one: sql`1`.as('one') })
      .from(now)
      .fullJoin(before, bySame)
      .where(where);
    const [row] = await handle.db
      .select({ total: sql<number | string>`count(*)` })
      .from(some.limit(MAX_TOTAL).as('counted'));
    return Number(row?.total ?? 0);
  };
  return { rows, total: await totalOf(query, rows, counted) };
}

const countWhere = (condition: SQL) => sumText(sql`case when ${condition} then 1 else 0 end`);
const sumWhere = (condition: SQL, payable: unknown) => sumText(sql`case when ${condition} then ${payable} else 0 end`);

/** The sums over all creators of the two runs, as text. */
export async function sumDifferences(handle: Handle, compared: Compared) {
  const { now, before, bySame, isNew, isGone, hasMoved } = sidesOf(handle, compared);
  const [row] = await handle.db
    .select({
      payable_now: sumText(now.payable),
      payable_then: sumText(before.payable),
      new_creators: countWhere(isNew),
      new_payable: sumWhere(isNew, now.payable),
      gone_creators: countWhere(isGone),
      gone_payable: sumWhere(isGone, before.payable),
      addresses_changed: countWhere(hasMoved),
    })
    .from(now)
    .fullJoin(before, bySame);
  if (!row) throw new Error('The query for the sums returned no row');
  return row;
}
