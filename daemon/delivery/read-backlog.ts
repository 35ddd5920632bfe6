import type { Database } from '../db/database.ts';
import { listBreakers } from '../features/webhooks/webhooks-store.ts';
import { readBacklog, STAGES } from './backlog-store.ts';
import { isPaused } from './send/breaker-rules.ts';

/** Figures about the messages that are waiting to be sent, for all daemons on the database. */
export interface BacklogFigures {
  stages: { stage: string; waiting: number; overdueSeconds: number }[];
  endpoints: { active: number; paused: number; off: number };
}

/** Computes the figures on request, so that they cost nothing if the daemon's metrics are not read. */
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
