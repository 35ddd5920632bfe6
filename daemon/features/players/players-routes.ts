import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { getPlayer } from './get-player.ts';

export const playerRoutes = ({ db }: { db: Database }): Pick<Routes, 'getPlayer'> => ({
  getPlayer: ({ params, query }) => getPlayer(db, params.user_id, query.include_validates),
});
