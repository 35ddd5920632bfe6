import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { createReadEventStats, readEventFunnel } from './read-event-figures.ts';
import { createReadEventSteps } from './read-event-steps.ts';
import { listEvents } from './read-events.ts';

type SdkEventRoutes = Pick<Routes, 'listEvents' | 'eventStats' | 'eventFunnel' | 'eventSteps'>;

export function sdkEventRoutes({ db }: { db: Database }): SdkEventRoutes {
  const readEventStats = createReadEventStats(db);
  const readEventSteps = createReadEventSteps(db);
  return {
    listEvents: ({ query }) => listEvents(db, query),
    eventStats: ({ query, now }) => readEventStats(query, now),
    eventSteps: ({ query, now }) => readEventSteps(query, now),
    eventFunnel: ({ query, now }) => readEventFunnel(db, query, now),
  };
}
