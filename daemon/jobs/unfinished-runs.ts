import type { Database } from '../db/database.ts';
import { findPreparing } from '../features/payouts/run/runs-store.ts';
import type { When } from './job.ts';
import type { Period } from './period-rules.ts';

/** Within this time, the daemon that began the run may still be preparing it. */
const LEFT_MS = 30_000;

const periodOf = (runId: string | number, at: number): Period => ({ key: `run-${runId}`, from: at, to: at, dueAt: at });

/**
 * Finishes runs of staff whose daemon stopped during the preparation. Runs of months and campaigns have their own jobs.
 */
export const unfinishedRuns = {
  find: async (db: Database, _job: string, now: number) => {
    const run = await db.read(findPreparing);
    if (run?.kind !== 'manual') return [];
    const leftAt = run.prepared_at + LEFT_MS;
    // A preparation time in the future comes from a clock far ahead and does not count as recent.
    return leftAt <= now || run.prepared_at > now ? [periodOf(run.run_id, Math.min(leftAt, now))] : [];
  },
  keyForm: 'a payout run, such as run-7',
  parse: (key: string) => (/^run-[1-9]\d{0,15}$/.test(key) ? periodOf(key.slice('run-'.length), 0) : null),
} satisfies When;
