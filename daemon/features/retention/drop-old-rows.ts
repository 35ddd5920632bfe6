import type { Database } from '../../db/database.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { startOfUtcDay } from '../../lib/clock.ts';
import { deleteOldRuns } from '../jobs/job-runs-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { dropOldEvents } from './drop-old-events.ts';
import { dropViolations } from './drop-violations-store.ts';
import { inSteps } from './in-steps.ts';
import { eventsBefore, KEPT_MS } from './retention-rules.ts';
import {
  dropDeliveries,
  dropIdempotencyKeys,
  dropLinks,
  dropMessages,
  dropRefusedTries,
  dropReports,
  dropSessions,
  dropTries,
  type Step,
} from './retention-store.ts';

export interface Retention {
  /** The jobs with a schedule, whose old runs can be removed. */
  calendarJobs: readonly string[];
  /** Whether this daemon writes the archive of SDK events. */
  isArchiving?: boolean;
  /** Where SDK events are stored, if not in the database. */
  eventLog?: EventLog | null;
  now: number;
  signal?: AbortSignal;
}

/**
 * Removes rows that have been kept long enough, in small steps.
 * @returns the number of rows removed from each table
 */
export async function dropOldRows(
  db: Database,
  { calendarJobs, isArchiving = false, eventLog = null, now, signal }: Retention,
): Promise<Record<string, number>> {
  const { event_days } = await db.read(getOrganisation);
  const steps: Record<string, Step> = {
    refused_tries: dropRefusedTries(now - KEPT_MS.refused_tries),
    idempotency_keys: dropIdempotencyKeys(now - KEPT_MS.idempotency_keys),
    deliveries: dropDeliveries(now - KEPT_MS.deliveries),
    outbox: dropMessages(now - KEPT_MS.outbox),
    staff_sessions: dropSessions('staff_sessions', now),
    creator_sessions: dropSessions('creator_sessions', now),
    creator_links: dropLinks(now - KEPT_MS.creator_links),
    sign_in_tries: dropTries(now),
    event_reports: dropReports(now - KEPT_MS.event_reports),
    plan_violations: dropViolations(startOfUtcDay(now - KEPT_MS.plan_violations)),
    job_runs: async (handle, most) => {
      const removed = await deleteOldRuns(handle, calendarJobs, now - KEPT_MS.job_runs, most);
      return { looked: removed, removed };
    },
  };
  const counts: Record<string, number> = {};
  for (const [table, step] of Object.entries(steps)) counts[table] = await inSteps(db, step, signal);
  const before = eventsBefore(event_days, now);
  if (before !== null) counts.sdk_events = await dropOldEvents(db, { before, isArchiving, eventLog, now, signal });
  return counts;
}
