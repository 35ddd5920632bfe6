import { and, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import type { Span } from './dashboard-store.ts';

/** One creator in one campaign, with the sums of the creator's codes there. */
export interface CreatorSums {
  creator_id: string;
  campaign_id: number;
  claims: string;
  revenue: string;
}

/** The creators' figures to sum: in one campaign or all campaigns, and in some games or all games (null). */
export interface CreatorsOf {
  campaignId: number | undefined;
  games: Games;
  /** The games that the caller is limited to. */
  limit: Games;
}

/** Reads all rows of all creator codes in the span, which is slow, so callers cache past days. */
export function sumCreators(
  handle: Handle,
  { campaignId, games, limit }: CreatorsOf,
  { from, to }: Span,
): Promise<CreatorSums[]> {
  const { codes: c, code_hours: h } = handle.t;
  const rows = handle.db
    .select({
      creator_id: c.creator_id,
      campaign_id: c.campaign_id,
      claims: sumText(h.claims),
      revenue: sumText(h.revenue),
    })
    .from(c)
    .innerJoin(h, eq(h.code_id, c.code_id))
    // There is no filter by kind: with one, SQLite would read every code instead of the index that contains only
    // creator codes.
    .where(
      and(
        isNotNull(c.creator_id),
        campaignId === undefined ? undefined : eq(c.campaign_id, campaignId),
        gte(h.hour, from),
        lt(h.hour, to),
        games === null ? undefined : isOfGames(handle, games),
        campaignWithin(handle, limit, c.campaign_id),
      ),
    )
    .groupBy(c.creator_id, c.campaign_id);
  return rows as unknown as Promise<CreatorSums[]>;
}

/** Filters by game. Without the unary plus, SQLite would scan the hours first. */
const isOfGames = ({ dialect, t: { code_hours: h } }: Handle, games: readonly string[]) =>
  inArray(dialect === 'sqlite' ? sql`+${h.game_id}` : sql`${h.game_id}`, [...games]);

/** Sums each creator's all-time revenue per campaign, which determines the tier. */
export function sumRevenueSoFar({ db, t }: Handle, creatorIds: readonly string[]) {
  const { codes: c, code_counters: n } = t;
  return db
    .select({ creator_id: c.creator_id, campaign_id: c.campaign_id, revenue: sumText(n.revenue) })
    .from(c)
    .innerJoin(n, eq(n.code_id, c.code_id))
    .where(inArray(c.creator_id, [...creatorIds]))
    .groupBy(c.creator_id, c.campaign_id);
}

/** Returns the creators' names, and the terms of creators who have their own. */
export function findCreators({ db, t: { creators: r } }: Handle, creatorIds: readonly string[]) {
  return db
    .select({ creator_id: r.creator_id, display_name: r.display_name, terms_id: r.terms_id })
    .from(r)
    .where(inArray(r.creator_id, [...creatorIds]));
}

export const listCampaignTerms = ({ db, t: { campaigns: p } }: Handle, campaignIds: readonly number[]) =>
  db
    .select({ campaign_id: p.campaign_id, terms_id: p.terms_id })
    .from(p)
    .where(inArray(p.campaign_id, [...campaignIds]));
