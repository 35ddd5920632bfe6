import type { Database } from '../db/database.ts';
import { listBreakers } from '../features/webhooks/webhooks-store.ts';
import { readBacklog, STAGES } from './backlog-store.ts';
import { isPaused } from './send/breaker-rules.ts';

/** What waits to be sent, for all daemons on the database. */
export interface BacklogFigures {
  stages: { stage: string; waiting: number; overdueSeconds: number }[];
  endpoints: { active: number; paused: number; off: number };
}

/** Runs only when the figures are asked for, so that a daemon whose metrics are not read pays nothing. */
export const readBacklogFigures = (db: Database, now: number): Promise<BacklogFigures> =>
  db.read(async (handle) => {
    const backlog = await readBacklog(handle);
    const breakers = await listBreakers(handle);
    const on = breakers.filter(({ active }) => active);
    const paused = on.filter((breaker) => isPaused(breaker, now)).length;
    return {
      stages: STAGES.map((stage) => {
        const { waiting, dueSince } = backlog[stage];
        return { stage, waiting, overdueSeconds: dueSince === null ? 0 : Math.max(0, now - dueSince) / 1000 };
      }),
      endpoints: { active: on.length - paused, paused, off: breakers.length - on.length },
    };
  });
