import { and, eq, gt, gte, inArray, lt, lte, max } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { campaignWithin, gameWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

/** The codes to sum: of one campaign or all campaigns, and of some games or all games (null). */
export interface ResultsOf {
  campaignId: number | undefined;
  games: Games;
  /** The games that the caller is limited to; null if the caller is not limited. */
  limit: Games;
}

export interface ResultSpan {
  from: number;
  to: number;
}

export async function lastCodeId({ db, t: { codes } }: Handle): Promise<number> {
  const [row] = await db.select({ id: max(codes.code_id) }).from(codes);
  return Number(row?.id ?? 0);
}

/** Sums the figures of codes with IDs above `after` and up to `upTo`. */
export function sumCodes(
  handle: Handle,
  { campaignId, games, limit }: ResultsOf,
  { from, to }: ResultSpan,
  { after, upTo }: { after: number; upTo: number },
) {
  const { codes: c, code_hours: h } = handle.t;
  return handle.db
    .select({
      code_id: c.code_id,
      claims: sumText(h.claims),
      payments: sumText(h.payments),
      revenue: sumText(h.revenue),
      refunds: sumText(h.refunds),
    })
    .from(c)
    .innerJoin(h, and(eq(h.code_id, c.code_id), gte(h.hour, from), lt(h.hour, to)))
    .where(
      and(
        gt(c.code_id, after),
        lte(c.code_id, upTo),
        campaignId === undefined ? undefined : eq(c.campaign_id, campaignId),
        gameWithin(games, h.game_id),
        campaignWithin(handle, limit, c.campaign_id),
      ),
    )
    .groupBy(c.code_id);
}

export function findResultCodes(
  { db, t: { codes: c, campaigns: p, creators: r } }: Handle,
  codeIds: readonly number[],
) {
  return db
    .select({
      ...{ code_id: c.code_id, code: c.code, kind: c.kind, base_code_id: c.base_code_id },
      ...{ campaign_id: c.campaign_id, campaign_name: p.name },
      ...{ creator_id: c.creator_id, creator_name: r.display_name },
    })
    .from(c)
    .innerJoin(p, eq(p.campaign_id, c.campaign_id))
    .leftJoin(r, eq(r.creator_id, c.creator_id))
    .where(inArray(c.code_id, [...codeIds]));
}
