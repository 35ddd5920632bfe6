import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import type { Clock } from '../../lib/clock.ts';
import { figuresOfDatabase, figuresOfLog } from './event-figures.ts';
import { readCohorts } from './read-cohorts.ts';
import { createReadEventStats, readEventFunnel, readEventUtms } from './read-event-figures.ts';
import { readEventSteps } from './read-event-steps.ts';
import { listEvents } from './read-events.ts';
import type { EventReports } from './run-reports.ts';

type SdkEventRoutes = Pick<
  Routes,
  'listEvents' | 'eventStats' | 'eventFunnel' | 'eventUtms' | 'eventCohorts' | 'eventSteps' | 'cancelEventReport'
>;

interface SdkEventParts {
  db: Database;
  clock: Clock;
  reports: EventReports;
  /** Where the events are, if not in the database. */
  eventLog: EventLog | null;
}

export function sdkEventRoutes({ db, clock, reports, eventLog }: SdkEventParts): SdkEventRoutes {
  const figures = eventLog ? figuresOfLog(db, eventLog, clock) : figuresOfDatabase(db, reports);
  const readEventStats = createReadEventStats(db, figures);
  return {
    listEvents: async ({ query: { game_id, ...query }, principal }) =>
      listEvents(figures, { ...query, games: askedGames(game_id, principal.games) }),
    eventStats: ({ query, principal: { games: limit }, now }) => readEventStats({ ...query, limit }, now),
    eventSteps: ({ query, principal: { games: limit }, now }) => readEventSteps(db, figures, { ...query, limit }, now),
    eventFunnel: ({ query, principal: { games: limit }, now }) =>
      readEventFunnel(db, figures, { ...query, limit }, now),
    eventUtms: ({ query, principal: { games: limit }, now }) => readEventUtms(db, figures, { ...query, limit }, now),
    eventCohorts: ({ query, principal: { games: limit }, now }) => readCohorts(db, figures, { ...query, limit }, now),
    async cancelEventReport({ params: { report_id }, principal }) {
      await figures.cancel(report_id, principal.games);
      return {};
    },
  };
}
