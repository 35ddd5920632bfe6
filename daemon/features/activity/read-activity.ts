import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf, Role } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { encodeCursor, numbersOfCursor } from '../../db/query/keyset.ts';
import { isoInstant } from '../../lib/clock.ts';
import { groupBy } from '../../lib/group-by.ts';
import { changedFields, mergeByTime } from './activity-rules.ts';
import { type ChangeRow, listChanges } from './changes-store.ts';
import { listColleagues } from './colleagues.ts';
import {
  type CommentRow,
  findMentioned,
  listComments,
  type Person,
  type Subject,
  subjectExists,
} from './comments-store.ts';

export interface Reader {
  staffId: number;
  role: Role;
}

interface ActivityQuery {
  cursor?: string | undefined;
  limit: number;
}

const NEWEST = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/** Lists an object's comments and changes, newest first, and the colleagues whom a comment can mention. */
export const readActivity = (
  db: Database,
  reader: Reader,
  subject: Subject,
  { cursor, limit }: ActivityQuery,
): Promise<AnswerOf<Endpoints['listCampaignActivity']>> =>
  db.read(async (handle) => {
    if (!(await subjectExists(handle, subject))) throw new AppError('not_found');
    const [commentId, auditId] = numbersOfCursor(cursor, 2) ?? NEWEST;
    const comments = await listComments(handle, subject, commentId ?? 0, limit + 1);
    const changes = await listChanges(handle, subject, auditId ?? 0, limit + 1);
    const { rows, below, hasMore } = mergeByTime({ comments, changes }, [commentId ?? 0, auditId ?? 0], limit);
    const commentRows = rows.flatMap((row) => ('comment' in row ? [row.comment] : []));
    const outOf = await commentsOut(handle, reader, commentRows);
    return {
      data: rows.map((row) => ('comment' in row ? { kind: 'comment', ...outOf(row.comment) } : changeOut(row.change))),
      next_cursor: hasMore ? encodeCursor(below) : null,
      colleagues: (await listColleagues(handle, subject)).filter(({ staff_id }) => staff_id !== reader.staffId),
    };
  });

/** Returns a function that converts one of these comments into the response for a reader. */
export async function commentsOut(handle: Handle, { staffId, role }: Reader, comments: readonly CommentRow[]) {
  const mentioned = groupBy(
    await findMentioned(
      handle,
      comments.map((comment) => comment.comment_id),
    ),
    ({ comment_id }) => comment_id,
  );
  return ({ comment_id, text, created_at, by }: CommentRow): AnswerOf<Endpoints['addCampaignComment']> => ({
    comment_id,
    text,
    at: isoInstant(created_at),
    by,
    mentioned: (mentioned.get(comment_id) ?? []).map(({ staff_id, name }: Person) => ({ staff_id, name })),
    may_delete: by.staff_id === staffId || role === 'owner',
  });
}

const changeOut = ({ audit_id, at, by, action, before, after }: ChangeRow) => ({
  kind: 'change' as const,
  audit_id,
  at: isoInstant(at),
  by,
  action,
  fields: changedFields(before, after),
});
