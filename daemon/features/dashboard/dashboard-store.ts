import { and, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { onGrid } from '../../db/query/grid.ts';
import { sumText } from '../../db/query/sums.ts';
import { campaignWithin, creatorWithin, gameWithin, keyWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import { compare } from '../../lib/compare.ts';

/** A half-open span of whole quarter-hours. */
export interface Span {
  from: number;
  to: number;
}
export interface TotalsRow {
  claims: string;
  payments: string;
  revenue: string;
  refunds: string;
  creator_revenue: string;
}
/** The scope of figures: one campaign or the whole organisation, and some games or all games (null). */
export interface Whose {
  campaignId: number;
  games: Games;
}
export interface HourRow extends TotalsRow {
  hour: number;
}
export const TOP = 10;
const REFUSED_MS = 86_400_000;
/** Failed attempts have no index by day, so at most this many of the newest are read. */
const MAX_TRIES = { all: 20_000, ofGame: 100_000 };

const within = ({ t: { campaign_hours: h } }: Handle, { from, to }: Span, games: Games) =>
  and(gte(h.hour, from), lt(h.hour, to), gameWithin(games, h.game_id));
const sumsOf = ({ t: { campaign_hours: h } }: Handle) => ({
  claims: sumText(h.claims),
  payments: sumText(h.payments),
  revenue: sumText(h.revenue),
  refunds: sumText(h.refunds),
  creator_revenue: sumText(h.creator_revenue),
});

/** @param grid the length of the time step that each row covers; the first step begins at the start of the span */
export function listHours(handle: Handle, { campaignId, games }: Whose, span: Span, grid: number): Promise<HourRow[]> {
  const { campaign_hours: h } = handle.t;
  return handle.db
    .select({ hour: onGrid(h.hour, span.from, grid).as('grid_hour'), ...sumsOf(handle) })
    .from(h)
    .where(and(eq(h.campaign_id, campaignId), within(handle, span, games)))
    .groupBy(sql`grid_hour`);
}

export async function getTotals(handle: Handle, { campaignId, games }: Whose, span: Span): Promise<TotalsRow> {
  const { campaign_hours: h } = handle.t;
  const [row] = await handle.db
    .select(sumsOf(handle))
    .from(h)
    .where(and(eq(h.campaign_id, campaignId), within(handle, span, games)));
  return row as TotalsRow;
}

export interface CampaignSums {
  campaign_id: number;
  claims: string;
  revenue: string;
  creator_revenue: string;
}

/** Lists campaigns that started before an instant; other campaigns have no figures before it. */
export async function listBegun(handle: Handle, before: number, limit: Games): Promise<number[]> {
  const { campaigns: c } = handle.t;
  const rows = await handle.db
    .select({ campaign_id: c.campaign_id })
    .from(c)
    .where(and(lt(c.starts_at, before), campaignWithin(handle, limit, c.campaign_id)));
  return rows.map((row) => row.campaign_id);
}

/**
 * Sums the figures of campaigns. The query names each campaign and limits the hours, so that both databases use the
 * primary key.
 */
export async function sumCampaigns(
  handle: Handle,
  campaignIds: number[],
  games: Games,
  span: Span,
): Promise<CampaignSums[]> {
  if (campaignIds.length === 0) return [];
  const { campaign_hours: h } = handle.t;
  return handle.db
    .select({
      campaign_id: h.campaign_id,
      claims: sumText(h.claims),
      revenue: sumText(h.revenue),
      creator_revenue: sumText(h.creator_revenue),
    })
    .from(h)
    .where(and(inArray(h.campaign_id, campaignIds), within(handle, span, games)))
    .groupBy(h.campaign_id);
}

export function findCampaigns({ db, t: { campaigns: c } }: Handle, campaignIds: number[]) {
  return db
    .select({
      campaign_id: c.campaign_id,
      name: c.name,
      stage: c.stage,
      starts_at: c.starts_at,
      ends_at: c.ends_at,
    })
    .from(c)
    .where(inArray(c.campaign_id, campaignIds));
}

/**
 * Counts pending codes and active campaigns of these games. The index used to count pending codes also contains their
 * creation times, so the same query finds the oldest pending code.
 */
export async function countLiving(handle: Handle, limit: Games, now: number) {
  const { db } = handle;
  const { campaigns: p, codes: c, creators } = handle.t;
  const count = { n: sql<number | string>`count(*)` };
  const isActive = and(eq(p.stage, 'published'), lte(p.starts_at, now), sql`${p.ends_at} > ${now}`);
  const isPending = and(eq(c.status, 'pending'), eq(c.kind, 'creator'), campaignWithin(handle, limit, c.campaign_id));
  const oldestAt = sql<number | string | null>`min(${c.created_at})`;
  const [pending] = await db
    .select({ ...count, oldestAt })
    .from(c)
    .where(isPending);
  const [active] = await db
    .select(count)
    .from(p)
    .where(and(isActive, campaignWithin(handle, limit, p.campaign_id)));
  const [all] = await db
    .select(count)
    .from(creators)
    .where(creatorWithin(handle, limit, creators.creator_id));
  return {
    active: Number(active?.n),
    pending: Number(pending?.n),
    oldestPendingAt: Number(pending?.oldestAt),
    creators: Number(all?.n),
  };
}

/**
 * Counts the redeem requests refused in the last 48 hours by reason and day; with `games`, only those sent with keys
 * for these games. It reads the newest rows and filters them afterwards, because searching for enough matching rows
 * could read the whole table.
 */
export async function countRefused(handle: Handle, games: Games, now: number) {
  const { db } = handle;
  const { refused_tries: r } = handle.t;
  const most = games === null ? MAX_TRIES.all : MAX_TRIES.ofGame;
  const newest = db
    .select({ reason: r.reason, is_validate: r.is_validate, family_id: r.family_id, created_at: r.created_at })
    .from(r)
    .orderBy(desc(r.try_id))
    .limit(most)
    .as('newest');
  const countWhere = (condition: SQL | undefined) =>
    sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;
  const isRedeem = and(eq(newest.is_validate, false), keyWithin(handle, games, newest.family_id));
  const [today, yesterday] = [now - REFUSED_MS, now - 2 * REFUSED_MS];
  const rows = await db
    .select({
      reason: newest.reason,
      tries: countWhere(and(isRedeem, gte(newest.created_at, today))),
      before: countWhere(and(isRedeem, gte(newest.created_at, yesterday), lt(newest.created_at, today))),
      read: sql<number | string>`count(*)`,
      oldest: sql<number | string>`min(${newest.created_at})`,
    })
    .from(newest)
    .groupBy(newest.reason);
  const counted = rows.map(({ reason, ...n }) => ({ reason, tries: Number(n.tries), before: Number(n.before) }));
  const isWhole = sumOf(rows, 'read') < most || rows.some(({ oldest }) => Number(oldest) < yesterday);
  return {
    byReason: counted
      .filter(({ tries }) => tries > 0)
      .map(({ reason, tries }) => ({ reason, tries }))
      .sort((a, b) => b.tries - a.tries || compare(a.reason, b.reason)),
    /** Null if the rows read do not cover the whole 48 hours. */
    before: isWhole ? sumOf(counted, 'before') : null,
  };
}

const sumOf = <K extends string>(rows: readonly Record<K, number | string>[], name: K) =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0);
