import { ACTIVITY_OF } from '../../contract/admin/activity.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf, Role } from '../../contract/endpoint.ts';
import { mayCall } from '../../contract/may-call.ts';
import { SUBJECT_KINDS } from '../../contract/words.ts';
import type { Database } from '../../db/database.ts';
import { numbersOfCursor, pageOf } from '../../db/query/keyset.ts';
import type { Games } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { countUnseen, type Inbox, listMentionRows, type MentionRow, markSeen } from './mentions-store.ts';

interface Reader {
  staffId: number;
  role: Role;
  games: Games;
}

const inboxOf = ({ staffId, role, games }: Reader): Inbox => ({
  staffId,
  games,
  kinds: SUBJECT_KINDS.filter((kind) => mayCall({ role, games }, ACTIVITY_OF[kind])),
});

type Mentions = AnswerOf<Endpoints['listMentions']>;

export const listMentions = (
  db: Database,
  reader: Reader,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Mentions> =>
  db.read(async (handle) => {
    const inbox = inboxOf(reader);
    const [below = Number.MAX_SAFE_INTEGER] = numbersOfCursor(cursor, 1) ?? [];
    const rows = await listMentionRows(handle, inbox, below, limit + 1);
    const { data, next_cursor } = pageOf(rows, limit, ({ comment_id }) => [comment_id]);
    return { data: data.map(mentionOut), next_cursor, unseen: await countUnseen(handle, inbox) };
  });

/** Marks a person's mentions as seen, and returns how many are still unseen. */
export const markMentionsSeen = (db: Database, reader: Reader, commentIds: readonly number[], now: number) =>
  db.write(async (handle) => {
    await markSeen(handle, reader.staffId, commentIds, now);
    return { unseen: await countUnseen(handle, inboxOf(reader)) };
  });

const mentionOut = ({ comment_id, text, created_at, by, seen_at, ...row }: MentionRow): Mentions['data'][number] => ({
  comment_id,
  text,
  at: isoInstant(created_at),
  by,
  is_seen: seen_at !== null,
  on: objectOf(row),
});

type ObjectIds = Pick<MentionRow, 'campaign' | 'code' | 'creator' | 'run_id'>;

function objectOf({ campaign, code, creator, run_id }: ObjectIds): Mentions['data'][number]['on'] {
  if (campaign.campaign_id !== null)
    return { kind: 'campaign', id: String(campaign.campaign_id), name: campaign.name, campaign_id: null };
  if (code.code_id !== null)
    return { kind: 'code', id: String(code.code_id), name: code.code, campaign_id: code.campaign_id };
  if (creator.creator_id !== null)
    return { kind: 'creator', id: creator.creator_id, name: creator.name ?? creator.creator_id, campaign_id: null };
  return { kind: 'payout_run', id: String(run_id), name: null, campaign_id: null };
}
