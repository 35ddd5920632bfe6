import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../../db/query/listing.ts';

/** Selects the statements that creators may see: those in the files of approved runs. */
function visibleTo({ t: { payout_statements: s, payout_runs: r }, db }: Handle, creatorIds: readonly string[]) {
  const approved = db
    .select({ run_id: r.run_id })
    .from(r)
    .where(inArray(r.status, ['approved', 'exported', 'paid']));
  return and(inArray(s.creator_id, [...creatorIds]), eq(s.taken_out, false), inArray(s.run_id, approved));
}

export async function listOwnStatementRows(handle: Handle, creatorIds: readonly string[], query: PageQuery) {
  const { payout_statements: s, payout_runs: r } = handle.t;
  const where = visibleTo(handle, creatorIds);
  const rows = await handle.db
    .select({ statement: s, run: r })
    .from(s)
    .innerJoin(r, eq(r.run_id, s.run_id))
    .where(where)
    .orderBy(desc(s.statement_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows, total: await countRows(handle, s, where) };
}

/** Returns the run of a statement if these creators may see it, or null. */
export async function findOwnStatement(handle: Handle, creatorIds: readonly string[], statementId: number) {
  const { payout_statements: s, payout_runs: r } = handle.t;
  const [row] = await handle.db
    .select({ run: r })
    .from(s)
    .innerJoin(r, eq(r.run_id, s.run_id))
    .where(and(eq(s.statement_id, statementId), visibleTo(handle, creatorIds)));
  return row?.run ?? null;
}
