import { and, asc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { campaignWithin, coversGame } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

type Column = Parameters<typeof asc>[0] & Parameters<typeof inArray>[0];

export interface CalendarSpan {
  from: number;
  /** Exclusive. */
  to: number;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games: Games;
  /** Only campaigns that cover this game. */
  game_id?: string | undefined;
}

/** The maximum number of entries in each list. */
export const MOST = 200;

export function listRunningCampaigns(handle: Handle, span: CalendarSpan) {
  const { campaigns: c } = handle.t;
  const isRunning = and(lt(c.starts_at, span.to), gt(c.ends_at, span.from));
  return selectCampaigns(handle, and(isRunning, isShown(handle, span, c.campaign_id))).limit(MOST);
}

/** Matches rows from campaigns that the caller may see and that cover the requested game. */
function isShown(handle: Handle, { games, game_id }: CalendarSpan, campaignId: Column): SQL | undefined {
  const { campaigns: c } = handle.t;
  const ofGame =
    game_id === undefined
      ? undefined
      : inArray(campaignId, handle.db.select({ id: c.campaign_id }).from(c).where(coversGame(handle, game_id)));
  return and(campaignWithin(handle, games, campaignId), ofGame);
}

export const listCampaignsById = (handle: Handle, ids: readonly number[]) =>
  selectCampaigns(handle, inArray(handle.t.campaigns.campaign_id, [...ids]));

/** Selects campaigns that are not being imported. */
function selectCampaigns({ db, t: { campaigns: c } }: Handle, where: SQL | undefined) {
  const { campaign_id, name, stage, starts_at, ends_at } = c;
  return db
    .select({ campaign_id, name, stage, starts_at, ends_at })
    .from(c)
    .where(and(ne(stage, 'importing'), where))
    .orderBy(asc(starts_at), asc(campaign_id));
}

interface Dated {
  starts_at: Column;
  ends_at: Column;
}

/** Matches rows that have a start or an end and overlap the span. */
const isWithin = ({ starts_at: start, ends_at: end }: Dated, { from, to }: CalendarSpan) =>
  and(
    // Repeats the WHERE clause of the index, so that the database uses the index.
    sql`(starts_at is not null or ends_at is not null)`,
    or(isNull(start), lt(start, to)),
    or(isNull(end), gt(end, from)),
  );

export function listDatedBatches(handle: Handle, span: CalendarSpan) {
  const { bulk_jobs: j } = handle.t;
  const { job_id, campaign_id, name, starts_at, ends_at } = j;
  return handle.db
    .select({ job_id, campaign_id, name, starts_at, ends_at })
    .from(j)
    .where(and(eq(j.status, 'done'), isWithin(j, span), isShown(handle, span, campaign_id)))
    .orderBy(asc(j.job_id))
    .limit(MOST);
}

export function listDatedCodes(handle: Handle, span: CalendarSpan) {
  const { codes: c } = handle.t;
  const { code_id, campaign_id, code, starts_at, ends_at } = c;
  return (
    handle.db
      .select({ code_id, campaign_id, code, starts_at, ends_at })
      .from(c)
      .where(and(sql`job_id is null`, isWithin(c, span), isShown(handle, span, campaign_id)))
      // This is the order of the index. If the rows were sorted by ID, SQLite would read all codes.
      .orderBy(asc(ends_at), asc(starts_at), asc(code_id))
      .limit(MOST)
  );
}
