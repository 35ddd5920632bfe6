import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { readLeaderboards, showName } from './read-leaderboards.ts';

export const leaderboardRoutes = ({
  db,
}: {
  db: Database;
}): Pick<Routes, 'listOwnLeaderboards' | 'changeLeaderboardName'> => ({
  listOwnLeaderboards: ({ principal, now }) => readLeaderboards(db, principal.creatorId, now),
  changeLeaderboardName: async ({ body: { shows_name }, principal }) => {
    await showName(db, principal.creatorId, shows_name);
    return { shows_name };
  },
});
