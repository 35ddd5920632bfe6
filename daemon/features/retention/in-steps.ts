import type { Database } from '../../db/database.ts';
import { FIRST_PACE, paceAfter, restAfter } from '../../lib/pace.ts';
import type { Step } from './retention-store.ts';

/** Repeats a step, with pauses as long as the work, so that players' requests get half of the time. */
export async function inSteps(db: Database, step: Step, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (let pace = FIRST_PACE; ; ) {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const { looked, removed } = await db.write((handle) => step(handle, pace.size));
    if (looked === 0) return total;
    total += removed;
    const ms = performance.now() - startedAt;
    pace = paceAfter(pace, ms);
    await restAfter(ms);
  }
}
