import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { getPlayer } from './get-player.ts';

export const playerRoutes = ({ db }: { db: Database }): Pick<Routes, 'getPlayer'> => ({
  getPlayer: ({ params: { user_id: userId }, query, principal: { games } }) =>
    getPlayer(db, { userId, games, withValidates: query.include_validates }),
});
