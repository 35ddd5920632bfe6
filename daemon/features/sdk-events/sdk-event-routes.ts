import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import { createReadEventStats, readEventFunnel } from './read-event-figures.ts';
import { createReadEventSteps } from './read-event-steps.ts';
import { listEvents } from './read-events.ts';

type SdkEventRoutes = Pick<Routes, 'listEvents' | 'eventStats' | 'eventFunnel' | 'eventSteps'>;

export function sdkEventRoutes({ db }: { db: Database }): SdkEventRoutes {
  const readEventStats = createReadEventStats(db);
  const readEventSteps = createReadEventSteps(db);
  return {
    listEvents: async ({ query: { game_id, ...query }, principal }) =>
      listEvents(db, { ...query, games: askedGames(game_id, principal.games) }),
    eventStats: ({ query, principal: { games: limit }, now }) => readEventStats({ ...query, limit }, now),
    eventSteps: ({ query, principal: { games: limit }, now }) => readEventSteps({ ...query, limit }, now),
    eventFunnel: ({ query, principal: { games: limit }, now }) => readEventFunnel(db, { ...query, limit }, now),
  };
}
