import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../../db/query/listing.ts';

/** Lists the statements of these creators with their payout runs, newest first. */
export async function listStatementsOf(handle: Handle, creatorIds: readonly string[], query: PageQuery) {
  const { payout_statements: s, payout_runs: r } = handle.t;
  const theirs = inArray(s.creator_id, [...creatorIds]);
  const rows = await handle.db
    .select({ statement: s, run: r })
    .from(s)
    .innerJoin(r, eq(r.run_id, s.run_id))
    .where(theirs)
    .orderBy(desc(s.statement_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows, total: await countRows(handle, s, theirs) };
}

/** Lists a creator's statements in runs that are neither paid nor void. */
export function listOpenStatements({ db, t }: Handle, creatorId: string) {
  const { payout_statements: s, payout_runs: r } = t;
  return db
    .select({ run_id: s.run_id, payable: s.payable })
    .from(s)
    .innerJoin(r, eq(r.run_id, s.run_id))
    .where(
      and(
        eq(s.creator_id, creatorId),
        gt(s.payable, 0n),
        isNull(s.voided_at),
        inArray(r.status, ['draft', 'approved', 'exported']),
      ),
    )
    .orderBy(desc(s.statement_id));
}
