import { and, asc, eq, inArray, max, ne, or, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';

/** Lists the creators' statements with their status, in the order in which they were created. */
export async function listStatementsOf({ db, t }: Handle, creatorIds: readonly string[]) {
  const { payout_statements: s, payout_runs: r } = t;
  return db
    .select({
      statement_id: s.statement_id,
      creator_id: s.creator_id,
      merged_creators: s.merged_creators,
      commission: s.commission,
      carried_in: s.carried_in,
      payable: s.payable,
      carried_out: s.carried_out,
      isVoid: isVoid(s, r),
    })
    .from(s)
    .innerJoin(r, eq(r.run_id, s.run_id))
    .where(inArray(s.creator_id, [...creatorIds]))
    .orderBy(asc(s.statement_id));
}

/**
 * Lists all lines of the creators, void or not. A line can be in the statement of the creator they were merged into.
 */
export async function listLinesOf({ db, t }: Handle, creatorIds: readonly string[]) {
  const { payout_lines: l, payout_statements: s, payout_runs: r } = t;
  return db
    .select({ line: l, isVoid: isVoid(s, r) })
    .from(l)
    .innerJoin(s, eq(s.statement_id, l.statement_id))
    .innerJoin(r, eq(r.run_id, l.run_id))
    .where(inArray(l.creator_id, [...creatorIds]))
    .orderBy(asc(l.line_id));
}

const isVoid = (s: Tables['payout_statements'], r: Tables['payout_runs']) =>
  sql<number | boolean>`case when ${s.voided_at} is null and ${r.status} <> 'void' then 0 else 1 end`;

const SUMMED = ['revenue', 'refunds', 'commission', 'claims', 'payments'] as const;

/** Finds statements that do not equal the sum of their lines, or whose amounts do not add up. */
export async function findUnevenStatements({ db, t }: Handle) {
  const { payout_statements: s, payout_lines: l } = t;
  const differs = sql.join(
    SUMMED.map((name) => sql`${s[name]} <> coalesce(sum(${l[name]}), 0)`),
    sql` or `,
  );
  return db
    .select({
      statement_id: s.statement_id,
      stored: sql<string>`cast(${s.commission} as text)`,
      computed: sumText(l.commission),
    })
    .from(s)
    .leftJoin(l, eq(l.statement_id, s.statement_id))
    .groupBy(s.statement_id)
    .having(
      sql`${differs} or ${s.commission} + ${s.carried_in} <> ${s.payable} + ${s.carried_out} or ${s.payable} < 0`,
    );
}

/** Returns the last settlement number of finished runs that are not void, by campaign. */
export async function listReached({ db, t }: Handle): Promise<Map<number, number>> {
  const { payout_run_campaigns: reach, payout_runs: r } = t;
  const rows = await db
    .select({ campaign_id: reach.campaign_id, settlement_no: max(reach.settlement_no) })
    .from(reach)
    .innerJoin(r, eq(r.run_id, reach.run_id))
    .where(and(ne(r.status, 'void'), ne(r.status, 'preparing')))
    .groupBy(reach.campaign_id);
  return new Map(rows.map((row) => [row.campaign_id, Number(row.settlement_no)]));
}

/** Lists runs that have been prepared, even void ones, because their CSVs stay available forever. */
export async function listPreparedRuns({ db, t }: Handle) {
  const { payout_runs: r } = t;
  return db
    .select()
    .from(r)
    .where(and(ne(r.status, 'preparing'), or(ne(r.status, 'void'), ne(r.csv_hashes, '{}'))))
    .orderBy(asc(r.run_id));
}

/** Finds which of these creators a run could not create a statement for. */
export async function findFailed({ db, t }: Handle, creatorIds: readonly string[]): Promise<Set<string>> {
  const { creator_id } = t.payout_failures;
  const rows = await db
    .selectDistinct({ creator_id })
    .from(t.payout_failures)
    .where(inArray(creator_id, [...creatorIds]));
  return new Set(rows.map((row) => row.creator_id));
}
