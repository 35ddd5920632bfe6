import type { Routes } from '../../contract/route.ts';
import { getPlayer } from './get-player.ts';
import { readTimeline, type TimelineParts } from './read-timeline.ts';

export const playerRoutes = (parts: TimelineParts): Pick<Routes, 'getPlayer' | 'listPlayerTimeline'> => ({
  getPlayer: ({ params: { user_id: userId }, query, principal: { games } }) =>
    getPlayer(parts.db, { userId, games, withValidates: query.include_validates }),
  listPlayerTimeline: ({ params: { user_id: userId }, query, principal: { games } }) =>
    readTimeline(parts, { ...query, userId, games }),
});
