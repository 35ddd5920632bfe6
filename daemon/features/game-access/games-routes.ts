import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { listNamedGames } from './games-store.ts';

export const gameRoutes = ({ db }: { db: Database }): Pick<Routes, 'listGames'> => ({
  listGames: async ({ principal: { games } }) => {
    const named = games ?? (await db.read(listNamedGames));
    return { data: named.map((game_id) => ({ game_id })) };
  },
});
