import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

/** A short list is easy to read. The screen for each kind of task shows the rest. */
export const MOST = 5;
/** Codes with a lower limit are not listed, because they are expected to reach it. */
const FEWEST_USES = 10;

/** Lists active campaigns that end before an instant, earliest end first. */
export function listEnding(handle: Handle, limit: Games, now: number, before: number) {
  const { campaigns: p } = handle.t;
  const isRunning = and(eq(p.stage, 'published'), lte(p.starts_at, now), gt(p.ends_at, now));
  return handle.db
    .select({ campaign_id: p.campaign_id, name: p.name, ends_at: p.ends_at })
    .from(p)
    .where(and(isRunning, lte(p.ends_at, before), campaignWithin(handle, limit, p.campaign_id)))
    .orderBy(asc(p.ends_at), asc(p.campaign_id))
    .limit(MOST);
}

/**
 * Lists main codes that were created by hand, belong to active campaigns and have nearly reached their limit. It reads
 * all codes created by hand.
 */
export function listNearLimit(handle: Handle, limit: Games, now: number) {
  const { campaigns: p, codes: c } = handle.t;
  return (
    handle.db
      .select({
        code_id: c.code_id,
        campaign_id: c.campaign_id,
        code: c.code,
        used: c.used,
        usage_limit: sql<number>`${c.usage_limit}`.mapWith(Number),
      })
      .from(p)
      .innerJoin(c, eq(c.campaign_id, p.campaign_id))
      // The condition on kind and job repeats the text of the index, so that the database uses the index.
      .where(
        and(
          eq(p.stage, 'published'),
          lte(p.starts_at, now),
          gt(p.ends_at, now),
          sql`kind <> 'creator' and job_id is null`,
          eq(c.active, true),
          gte(c.usage_limit, FEWEST_USES),
          sql`${c.used} * 10 >= ${c.usage_limit} * 9`,
          campaignWithin(handle, limit, p.campaign_id),
        ),
      )
      .orderBy(desc(sql`${c.used} * 1.0 / ${c.usage_limit}`), asc(c.code_id))
      .limit(MOST)
  );
}

/** Lists key pools with fewer unused keys than their low stock, emptiest first. */
export const listLowPools = ({ db, t: { key_pools: p } }: Handle) =>
  db
    .select({ pool_id: p.pool_id, name: p.name, keys_left: p.keys_left, low_stock: p.low_stock })
    .from(p)
    .where(lt(p.keys_left, p.low_stock))
    .orderBy(asc(p.keys_left), asc(p.pool_id))
    .limit(MOST);

/** Lists failing endpoints: their last attempts failed, they are paused, or the daemon disabled them. */
export const listFailingWebhooks = ({ db, t: { webhooks: w } }: Handle, now: number) =>
  db
    .select({
      ...{ webhook_id: w.webhook_id, url: w.url, active: w.active },
      ...{ paused_until: w.paused_until, disabled_reason: w.disabled_reason },
    })
    .from(w)
    .where(
      and(
        isNull(w.removed_at),
        or(
          and(eq(w.active, true), or(gt(w.failures, 0), gt(w.paused_until, now))),
          and(eq(w.active, false), isNotNull(w.disabled_reason)),
        ),
      ),
    )
    .orderBy(asc(w.webhook_id))
    .limit(MOST);
