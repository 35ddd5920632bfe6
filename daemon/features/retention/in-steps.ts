import type { Database } from '../../db/database.ts';
import { restAfter } from '../../lib/rest-after.ts';
import { FIRST_STEP, nextStepSize } from './retention-rules.ts';
import type { Step } from './retention-store.ts';

/** Pauses as long as it works, so that requests of players get half of the time. */
export async function inSteps(db: Database, step: Step, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (let size = FIRST_STEP; ; ) {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const { looked, removed } = await db.write((handle) => step(handle, size));
    if (looked === 0) return total;
    total += removed;
    const ms = performance.now() - startedAt;
    size = nextStepSize(size, ms);
    await restAfter(ms);
  }
}
