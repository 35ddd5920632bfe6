import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { deleteOldRuns } from '../jobs/job-runs-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { dropEvents } from './drop-events-store.ts';
import { eventsBefore, FIRST_STEP, KEPT_MS, nextStepSize } from './retention-rules.ts';
import {
  dropDeliveries,
  dropIdempotencyKeys,
  dropMessages,
  dropRefusedTries,
  dropSessions,
  dropTries,
  type Step,
} from './retention-store.ts';

export interface Retention {
  /** The jobs with a schedule: their old runs may be removed. */
  calendarJobs: readonly string[];
  now: number;
  signal?: AbortSignal;
}

/**
 * Removes rows whose time to keep is over, in small steps.
 * @returns how many rows of each table
 */
export async function dropOldRows(
  db: Database,
  { calendarJobs, now, signal }: Retention,
): Promise<Record<string, number>> {
  const { event_days } = await db.read(getOrganisation);
  const events = eventsBefore(event_days, now);
  const steps: Record<string, Step> = {
    refused_tries: dropRefusedTries(now - KEPT_MS.refused_tries),
    idempotency_keys: dropIdempotencyKeys(now - KEPT_MS.idempotency_keys),
    deliveries: dropDeliveries(now - KEPT_MS.deliveries),
    outbox: dropMessages(now - KEPT_MS.outbox),
    staff_sessions: dropSessions(now),
    sign_in_tries: dropTries(now),
    job_runs: async (handle, most) => {
      const removed = await deleteOldRuns(handle, calendarJobs, now - KEPT_MS.job_runs, most);
      return { looked: removed, removed };
    },
    ...(events === null ? {} : { sdk_events: dropEvents(events) }),
  };
  const counts: Record<string, number> = {};
  for (const [table, step] of Object.entries(steps)) counts[table] = await inSteps(db, step, signal);
  return counts;
}

/** Pauses as long as it works, so that requests of players get half of the time. */
async function inSteps(db: Database, step: Step, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (let size = FIRST_STEP; ; ) {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const { looked, removed } = await db.write((handle) => step(handle, size));
    if (looked === 0) return total;
    total += removed;
    const ms = performance.now() - startedAt;
    size = nextStepSize(size, ms);
    await sleep(Math.max(1, Math.min(ms, 50)));
  }
}
