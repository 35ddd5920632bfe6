import { and, desc, inArray, notInArray } from 'drizzle-orm';
import type { Handle, Tables } from '../../../db/database.ts';
import { contains, countRows, offsetOf, type PageQuery } from '../../../db/query/listing.ts';

export type PayoutCampaign = Pick<
  Tables['campaigns']['$inferSelect'],
  'campaign_id' | 'name' | 'starts_at' | 'ends_at'
>;

/**
 * Lists campaigns except drafts, newest first. Players cannot redeem the codes of drafts, so no creator can have earned
 * anything from them.
 */
export async function listCampaignRows(handle: Handle, query: PageQuery & { q?: string | undefined }) {
  const { campaigns: c } = handle.t;
  const where = and(notInArray(c.stage, ['draft', 'importing']), query.q ? contains(query.q, c.name) : undefined);
  const rows: PayoutCampaign[] = await handle.db
    .select({ campaign_id: c.campaign_id, name: c.name, starts_at: c.starts_at, ends_at: c.ends_at })
    .from(c)
    .where(where)
    .orderBy(desc(c.campaign_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows, total: await countRows(handle, c, where) };
}

export async function findCampaignNames(
  { db, t: { campaigns: c } }: Handle,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ campaign_id: c.campaign_id, name: c.name })
    .from(c)
    .where(inArray(c.campaign_id, known));
  return new Map(rows.map((row) => [row.campaign_id, row.name]));
}
