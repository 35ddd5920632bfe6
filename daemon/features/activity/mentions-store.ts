import { and, count, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { SubjectKind } from '../../contract/words.ts';
import type { Handle } from '../../db/database.ts';
import { campaignWithin, codeWithin, creatorWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

/** A person who may be mentioned, and what they may see. */
export interface Inbox {
  staffId: number;
  kinds: readonly SubjectKind[];
  games: Games;
}

/** Lists the comments that mention a person, newest first, with IDs lower than `below`. */
export function listMentionRows(handle: Handle, inbox: Inbox, below: number, limit: number) {
  const { comment_mentions: m, comments: c, staff: s, campaigns, codes, creators } = handle.t;
  return handle.db
    .select({
      comment_id: c.comment_id,
      text: c.text,
      created_at: c.created_at,
      by: { staff_id: s.staff_id, name: s.name },
      seen_at: m.seen_at,
      campaign: { campaign_id: c.campaign_id, name: campaigns.name },
      code: { code_id: c.code_id, code: codes.code, campaign_id: codes.campaign_id },
      creator: { creator_id: c.creator_id, name: creators.display_name },
      run_id: c.run_id,
    })
    .from(m)
    .innerJoin(c, eq(c.comment_id, m.comment_id))
    .innerJoin(s, eq(s.staff_id, c.staff_id))
    .leftJoin(campaigns, eq(campaigns.campaign_id, c.campaign_id))
    .leftJoin(codes, eq(codes.code_id, c.code_id))
    .leftJoin(creators, eq(creators.creator_id, c.creator_id))
    .where(and(eq(m.staff_id, inbox.staffId), lt(m.comment_id, below), visible(handle, inbox)))
    .orderBy(desc(m.comment_id))
    .limit(limit);
}

export type MentionRow = Awaited<ReturnType<typeof listMentionRows>>[number];

export async function countUnseen(handle: Handle, inbox: Inbox): Promise<number> {
  const { comment_mentions: m, comments: c } = handle.t;
  const [row] = await handle.db
    .select({ unseen: count() })
    .from(m)
    .innerJoin(c, eq(c.comment_id, m.comment_id))
    .where(and(eq(m.staff_id, inbox.staffId), isNull(m.seen_at), visible(handle, inbox)));
  return row?.unseen ?? 0;
}

/** Matches comments on objects that the person may see now, because their role and games can change after a mention. */
function visible(handle: Handle, { kinds, games }: Inbox): SQL | undefined {
  const { comments: c } = handle.t;
  const conditions = {
    campaign: () => and(isNotNull(c.campaign_id), campaignWithin(handle, games, c.campaign_id)),
    code: () => and(isNotNull(c.code_id), codeWithin(handle, games, c.code_id)),
    creator: () => and(isNotNull(c.creator_id), creatorWithin(handle, games, c.creator_id)),
    payout_run: () => isNotNull(c.run_id),
  };
  return or(...kinds.map((kind) => conditions[kind]()));
}

export async function markSeen({ db, t }: Handle, staffId: number, commentIds: readonly number[], now: number) {
  const { comment_mentions: m } = t;
  const theirs = and(eq(m.staff_id, staffId), inArray(m.comment_id, [...commentIds]), isNull(m.seen_at));
  await db.update(m).set({ seen_at: now }).where(theirs);
}
