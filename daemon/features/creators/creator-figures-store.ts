import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { type CodeHour, type Span, sumCodeHours } from '../../db/query/code-hours.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

export interface CreatorSpan extends Span {
  creatorIds: readonly string[];
  /** The games that the caller is limited to; null if the caller is not limited. */
  limit: Games;
}

/** Sums the figures of all these creators' codes by time step. */
export function listCreatorHours(handle: Handle, of: CreatorSpan, grid: number): Promise<CodeHour[]> {
  const { codes: c, code_hours: h } = handle.t;
  return sumCodeHours(handle, of, grid)
    .innerJoin(c, eq(c.code_id, h.code_id))
    .where(
      and(
        inArray(c.creator_id, [...of.creatorIds]),
        gte(h.hour, of.from),
        lt(h.hour, of.to),
        campaignWithin(handle, of.limit, c.campaign_id),
      ),
    )
    .groupBy(sql`grid_hour`);
}
