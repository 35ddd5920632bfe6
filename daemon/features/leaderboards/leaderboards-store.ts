import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle, Tables } from '../../db/database.ts';
import { isKeptFor } from '../../db/query/kept-creator.ts';

const MOST_BOARDS = 20;
const MOST_RANKS = 10;

/** Lists the newest campaigns that have a leaderboard and an approved code of one of these creators. */
export function listBoards({ db, t: { campaigns: p, codes: c } }: Handle, creatorIds: readonly string[]) {
  return db
    .selectDistinct({
      campaign_id: p.campaign_id,
      name: p.name,
      stage: p.stage,
      starts_at: p.starts_at,
      ends_at: p.ends_at,
    })
    .from(c)
    .innerJoin(p, eq(p.campaign_id, c.campaign_id))
    .where(
      and(
        inArray(c.creator_id, [...creatorIds]),
        eq(c.status, 'approved'),
        eq(p.leaderboard, true),
        inArray(p.stage, ['published', 'paused']),
      ),
    )
    .orderBy(desc(p.campaign_id))
    .limit(MOST_BOARDS);
}

/**
 * Lists the top ranks of a campaign and the creator's rank. Suspended creators have no rank; merged creators share a
 * rank.
 */
export async function listRanks(
  { db, t }: Handle,
  { campaignId, creatorId }: { campaignId: number; creatorId: string },
) {
  const { codes: c, code_counters: n, creators } = t;
  const of = alias(creators, 'of_code') as unknown as Tables['creators'];
  const scores = db
    .select({
      creator_id: creators.creator_id,
      name: sql<string | null>`case when ${creators.shows_name} then ${creators.display_name} end`.as('name'),
      claims: sql<number | string>`sum(${n.claims})`.as('claims'),
    })
    .from(c)
    .innerJoin(n, eq(n.code_id, c.code_id))
    .innerJoin(of, eq(of.creator_id, c.creator_id))
    .innerJoin(creators, isKeptFor(creators, of))
    .where(
      and(eq(c.campaign_id, campaignId), eq(c.kind, 'creator'), eq(of.status, 'active'), eq(creators.status, 'active')),
    )
    .groupBy(creators.creator_id)
    .having(sql`sum(${n.claims}) > 0`)
    .as('scores');
  const ranked = db
    .select({
      creator_id: scores.creator_id,
      name: scores.name,
      claims: scores.claims,
      rank: sql<number | string>`rank() over (order by ${scores.claims} desc)`.as('rank'),
      creators: sql<number | string>`count(*) over ()`.as('creators'),
    })
    .from(scores)
    .as('ranked');
  const isOwn = sql`${ranked.creator_id} = ${creatorId}`;
  // The creator's row comes first, so that it is not cut off if many others have the same number of claims.
  const rows = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${MOST_RANKS} or ${isOwn}`)
    .orderBy(sql`case when ${isOwn} then 0 else 1 end`, sql`${ranked.rank}`, ranked.creator_id)
    .limit(MOST_RANKS + 1);
  return rows.map((row) => ({
    ...row,
    claims: Number(row.claims),
    rank: Number(row.rank),
    creators: Number(row.creators),
  }));
}

export async function setShowsName({ db, t: { creators: c } }: Handle, creatorId: string, shows_name: boolean) {
  await db.update(c).set({ shows_name }).where(eq(c.creator_id, creatorId));
}
