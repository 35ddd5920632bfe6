import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';
import { isUnpayable } from '../statements/statements-store.ts';
import { totalsOf } from './totals-rules.ts';

const WAITING = ['draft', 'approved', 'exported'] as const;

/** Lists runs waiting for finance, oldest first, with the number of creators whose payout details are missing. */
export async function listWaitingRuns({ db, t: { payout_runs: r, payout_statements: s } }: Handle, most: number) {
  const runs = await db.select().from(r).where(inArray(r.status, WAITING)).orderBy(asc(r.run_id)).limit(most);
  return Promise.all(
    runs.map(async (run) => {
      const [row] = await db
        .select({ creators: sql<number>`count(*)`.mapWith(Number) })
        .from(s)
        .where(and(eq(s.run_id, run.run_id), isNull(s.voided_at), isUnpayable(s)));
      return { ...run, payable: totalsOf(run.totals)?.payable ?? 0n, unpayable: row?.creators ?? 0 };
    }),
  );
}
