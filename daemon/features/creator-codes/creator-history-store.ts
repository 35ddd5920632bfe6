import { and, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { CreatorCodeStatus } from './creator-code-rules.ts';

/** Enough to show a moderator the decisions on earlier codes; the creator's screen in the Portal lists the others. */
const MOST = 5;

export interface EarlierCode {
  code_id: number;
  code: string;
  status: CreatorCodeStatus;
  rejection_reason: string | null;
}

/** Returns each creator's newest codes that have a decision, in campaigns of these games. */
export async function findEarlierCodes(
  handle: Handle,
  creatorIds: readonly string[],
  games: Games,
): Promise<Map<string, EarlierCode[]>> {
  const { codes: c } = handle.t;
  const within = campaignWithin(handle, games, c.campaign_id);
  const ranked = handle.db
    .select({
      creator_id: c.creator_id,
      code_id: c.code_id,
      code: c.code,
      status: c.status,
      rejection_reason: c.rejection_reason,
      place: sql<number>`row_number() over (partition by ${c.creator_id} order by ${c.code_id} desc)`.as('place'),
    })
    .from(c)
    .where(and(inArray(c.creator_id, [...creatorIds]), eq(c.kind, 'creator'), ne(c.status, 'pending'), within))
    .as('ranked');
  const rows = await handle.db.select().from(ranked).where(lte(ranked.place, MOST)).orderBy(desc(ranked.code_id));
  return groupBy(
    rows,
    ({ creator_id }) => creator_id ?? '',
    ({ creator_id: _, place: __, ...code }) => code as EarlierCode,
  );
}
