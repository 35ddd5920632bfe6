import type { Routes } from '../../contract/route.ts';
import { createRecent } from '../../lib/recent.ts';
import { type EntityBody, entityOf, isUnchanged } from './etag-rules.ts';
import type { Dashboard, ReadDashboard } from './read-dashboard.ts';
import { createReadToDo, type ToDoParts } from './read-to-do.ts';
import { toDoOf } from './to-do-rules.ts';

/** Every open Portal requests the dashboard once a second; one computed response serves all of them. */
const FRESH_MS = 1000;
const MAX_KEPT = 100;

interface DashboardParts extends ToDoParts {
  readDashboard: ReadDashboard;
}

export function dashboardRoutes({ readDashboard, ...parts }: DashboardParts): Pick<Routes, 'dashboard'> {
  const recent = createRecent<Dashboard & { bodies: Map<string, EntityBody> }>({
    ...{ freshMs: FRESH_MS, max: MAX_KEPT },
  });
  const readToDo = createReadToDo(parts);
  return {
    dashboard: async ({ query, headers, principal, now }) => {
      const { role, games: limit } = principal;
      const key = JSON.stringify([query.from, query.to, query.campaign_id, query.game_id, limit]);
      // All roles share the figures, but each role has its own to-do list.
      const { figures, moderation, bodies } = await recent(key, now, async () => ({
        ...(await readDashboard({ ...query, limit }, now)),
        bodies: new Map<string, EntityBody>(),
      }));
      const toDo = async () => toDoOf(principal, { ...(await readToDo(limit, now)), moderation });
      const { body, etag } = bodies.get(role) ?? entityOf({ ...figures, to_do: await toDo() });
      bodies.set(role, { body, etag });
      // Browsers store the response and its ETag, but must check with the daemon before reusing it.
      const kept = { ETag: etag, 'Cache-Control': 'private, no-cache' };
      const unchanged = isUnchanged(headers['if-none-match'], etag);
      return { rendered: unchanged ? { status: 304, body: '', headers: kept } : { status: 200, body, headers: kept } };
    },
  };
}
