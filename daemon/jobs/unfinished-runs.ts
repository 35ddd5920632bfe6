import type { Database } from '../db/database.ts';
import { findPreparing } from '../features/payouts/run/runs-store.ts';
import { idPeriods } from './id-periods.ts';
import type { When } from './job.ts';

/** Within this time, the daemon that began the run may still be preparing it. */
const LEFT_MS = 30_000;

const periods = idPeriods('run');

/**
 * Finishes payout runs that staff started and whose daemon stopped during the preparation. Monthly runs and runs for
 * campaigns have their own jobs.
 */
export const unfinishedRuns = {
  find: async (db: Database, _job: string, now: number) => {
    const run = await db.read(findPreparing);
    if (run?.kind !== 'manual') return [];
    const leftAt = run.prepared_at + LEFT_MS;
    // A preparation time in the future comes from a clock far ahead and does not count as recent.
    return leftAt <= now || run.prepared_at > now ? [periods.periodOf(run.run_id, Math.min(leftAt, now))] : [];
  },
  keyForm: 'a payout run, such as run-7',
  parse: periods.parse,
} satisfies When;
