import { and, ne, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { elementsOf } from '../../db/query/json-lists.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

export interface TagInUse {
  tag: string;
  count: number;
}

const MOST_TAGS = 1000;

/** Lists the tags of campaigns of these games. */
export const listTagsOfCampaigns = (handle: Handle, games: Games) =>
  countTags(
    handle,
    sql`campaigns owner`,
    and(ne(sql`owner.stage`, 'importing'), campaignWithin(handle, games, sql`owner.campaign_id`)),
  );

/** Lists the tags of a campaign's codes. It reads only the index of tagged codes. */
export const listTagsOfCodes = (handle: Handle, campaignId: number) =>
  countTags(handle, sql`codes owner`, sql`owner.campaign_id = ${campaignId}`);

async function countTags(handle: Handle, owners: SQL, where: SQL | undefined): Promise<TagInUse[]> {
  const count = sql<number | string>`count(*)`;
  const rows = await handle.db
    .select({ tag: sql<string>`element.value`, count })
    .from(sql`${owners} cross join ${elementsOf(handle, sql`owner.tags`)}`)
    .where(and(sql`owner.tags is not null`, where))
    .groupBy(sql`element.value`)
    .orderBy(sql`${count} desc`, sql`element.value`)
    .limit(MOST_TAGS);
  return rows.map((row) => ({ tag: row.tag, count: Number(row.count) })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
