import { desc, eq } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../../db/query/listing.ts';

/** Lists the statements of a creator with their payout runs, newest first. */
export async function listStatementsOf(handle: Handle, creatorId: string, query: PageQuery) {
  const { payout_statements: s, payout_runs: r } = handle.t;
  const rows = await handle.db
    .select({ statement: s, run: r })
    .from(s)
    .innerJoin(r, eq(r.run_id, s.run_id))
    .where(eq(s.creator_id, creatorId))
    .orderBy(desc(s.statement_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows, total: await countRows(handle, s, eq(s.creator_id, creatorId)) };
}
