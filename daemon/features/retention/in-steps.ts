import type { Database } from '../../db/database.ts';
import { FIRST_PACE, paceAfter, stepAndRest } from '../../lib/pace.ts';
import type { Step } from './retention-store.ts';

/** Repeats a step, with a pause after each run, so that players' requests get about half of the time. */
export async function inSteps(db: Database, step: Step, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (let pace = FIRST_PACE; ; ) {
    signal?.throwIfAborted();
    const { result, ms } = await stepAndRest(() => db.write((handle) => step(handle, pace.size)));
    if (result.looked === 0) return total;
    total += result.removed;
    pace = paceAfter(pace, ms);
  }
}
