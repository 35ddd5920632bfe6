import type { Routes } from '../../contract/route.ts';
import { createRecent } from '../../lib/recent.ts';
import { type EntityBody, entityOf, isUnchanged } from './etag-rules.ts';
import type { ReadDashboard } from './read-dashboard.ts';

/** Every open Portal asks each second; one computed answer serves all of them. */
const FRESH_MS = 1000;
const MAX_KEPT = 100;

export function dashboardRoutes({ readDashboard }: { readDashboard: ReadDashboard }): Pick<Routes, 'dashboard'> {
  const recent = createRecent<EntityBody>({ freshMs: FRESH_MS, max: MAX_KEPT });
  return {
    dashboard: async ({ query, headers, now }) => {
      const key = JSON.stringify([query.from, query.to, query.campaign_id, query.game_id]);
      const { body, etag } = await recent(key, now, async () => entityOf(await readDashboard(query, now)));
      // Browsers keep the answer and its ETag, but must ask the daemon before they reuse it.
      const kept = { ETag: etag, 'Cache-Control': 'private, no-cache' };
      const unchanged = isUnchanged(headers['if-none-match'], etag);
      return { rendered: unchanged ? { status: 304, body: '', headers: kept } : { status: 200, body, headers: kept } };
    },
  };
}
