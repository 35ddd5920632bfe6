import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { onGrid } from '../../db/query/grid.ts';
import { sumText } from '../../db/query/sums.ts';
import { campaignWithin, gameWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

/** Returns which of these campaigns a person limited to some games may see. */
export async function listVisible(handle: Handle, campaignIds: number[], limit: Games): Promise<number[]> {
  const { campaigns: c } = handle.t;
  const rows = await handle.db
    .select({ campaign_id: c.campaign_id })
    .from(c)
    .where(and(inArray(c.campaign_id, campaignIds), campaignWithin(handle, limit, c.campaign_id)));
  return rows.map(({ campaign_id }) => campaign_id);
}

export interface SummedSteps {
  campaignId: number;
  /** The games whose claims and payments count; null for all. */
  games: Games;
  from: number;
  to: number;
  /** The length of the time step that each row covers; the first step begins at `from`. */
  grid: number;
}

export function listSteps(handle: Handle, { campaignId, games, from, to, grid }: SummedSteps) {
  const { campaign_hours: h } = handle.t;
  return handle.db
    .select({
      hour: onGrid(h.hour, from, grid).as('grid_hour'),
      claims: sumText(h.claims),
      revenue: sumText(h.revenue),
    })
    .from(h)
    .where(and(eq(h.campaign_id, campaignId), gte(h.hour, from), lt(h.hour, to), gameWithin(games, h.game_id)))
    .groupBy(sql`grid_hour`);
}
