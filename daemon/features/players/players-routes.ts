import type { Routes } from '../../contract/contract.ts';
import type { Database } from '../../db/database.ts';
import { getPlayer } from './get-player.ts';

export const playerRoutes = ({ db }: { db: Database }): Pick<Routes, 'getPlayer'> => ({
  getPlayer: ({ params }) => getPlayer(db, params.user_id),
});
