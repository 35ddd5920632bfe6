import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import { listUnmatchedPayments } from './list-unmatched-payments.ts';

export const paymentRoutes = ({ db }: { db: Database }): Pick<Routes, 'listUnmatchedPayments'> => ({
  listUnmatchedPayments: async ({ query: { game_id, ...query }, principal }) =>
    listUnmatchedPayments(db, { ...query, games: askedGames(game_id, principal.games) }),
});
