import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import { cancelReport } from './cancel-report.ts';
import { createReadEventStats, readEventFunnel } from './read-event-figures.ts';
import { readEventSteps } from './read-event-steps.ts';
import { listEvents } from './read-events.ts';
import type { EventReports } from './run-reports.ts';

type SdkEventRoutes = Pick<Routes, 'listEvents' | 'eventStats' | 'eventFunnel' | 'eventSteps' | 'cancelEventReport'>;

export function sdkEventRoutes({ db, reports }: { db: Database; reports: EventReports }): SdkEventRoutes {
  const readEventStats = createReadEventStats(db, reports);
  return {
    listEvents: async ({ query: { game_id, ...query }, principal }) =>
      listEvents(db, { ...query, games: askedGames(game_id, principal.games) }),
    eventStats: ({ query, principal: { games: limit }, now }) => readEventStats({ ...query, limit }, now),
    eventSteps: ({ query, principal: { games: limit }, now }) => readEventSteps(db, reports, { ...query, limit }, now),
    eventFunnel: ({ query, principal: { games: limit }, now }) =>
      readEventFunnel(db, reports, { ...query, limit }, now),
    async cancelEventReport({ params: { report_id }, principal }) {
      await cancelReport(db, reports, report_id, principal.games);
      return {};
    },
  };
}
