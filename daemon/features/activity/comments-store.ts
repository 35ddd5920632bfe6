import { and, asc, desc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { SUBJECT_KINDS, type SubjectKind } from '../../contract/words.ts';
import type { Handle, Tables } from '../../db/database.ts';

/** An object that can have comments. */
export interface Subject {
  kind: SubjectKind;
  id: number | string;
}

export interface Person {
  staff_id: number;
  name: string;
}

export interface CommentRow {
  comment_id: number;
  text: string;
  created_at: number;
  by: Person;
}

/** The column of a comment that contains the object's ID. */
export const ID_FIELDS = {
  campaign: 'campaign_id',
  code: 'code_id',
  creator: 'creator_id',
  payout_run: 'run_id',
} as const satisfies Record<SubjectKind, keyof Tables['comments']['$inferSelect']>;

const columnOf = ({ t: { comments } }: Handle, kind: SubjectKind) => comments[ID_FIELDS[kind]];

/** Returns whether the object exists. Creator codes do not count, because they cannot have comments. */
export async function subjectExists({ db, t }: Handle, { kind, id }: Subject): Promise<boolean> {
  const { campaigns, codes, creators, payout_runs } = t;
  const places = {
    campaign: [campaigns, eq(campaigns.campaign_id, Number(id))],
    code: [codes, and(eq(codes.code_id, Number(id)), isNull(codes.base_code_id))],
    creator: [creators, eq(creators.creator_id, String(id))],
    payout_run: [payout_runs, eq(payout_runs.run_id, Number(id))],
  } as const;
  const [table, where] = places[kind];
  const rows = await db.select().from(table).where(where).limit(1);
  return rows.length > 0;
}

const selectComments = ({ db, t: { comments: c, staff: s } }: Handle, where: SQL | undefined) =>
  db
    .select({ comment: c, by: { staff_id: s.staff_id, name: s.name } })
    .from(c)
    .innerJoin(s, eq(s.staff_id, c.staff_id))
    .where(where);

type Selected = Awaited<ReturnType<typeof selectComments>>[number];

const rowOf = ({ comment: { comment_id, text, created_at }, by }: Selected): CommentRow => ({
  comment_id,
  text,
  created_at,
  by,
});

/** Lists the comments on an object, newest first, with IDs lower than `below`. */
export async function listComments(
  handle: Handle,
  { kind, id }: Subject,
  below: number,
  limit: number,
): Promise<CommentRow[]> {
  const { comments: c } = handle.t;
  const where = and(eq(columnOf(handle, kind), id), lt(c.comment_id, below));
  return (await selectComments(handle, where).orderBy(desc(c.comment_id)).limit(limit)).map(rowOf);
}

/** Returns a comment with its object; null if there is none. */
export async function findComment(
  handle: Handle,
  commentId: number,
): Promise<(CommentRow & { subject: Subject }) | null> {
  const [found] = await selectComments(handle, eq(handle.t.comments.comment_id, commentId));
  return found ? { ...rowOf(found), subject: subjectOf(found.comment) } : null;
}

function subjectOf(comment: Selected['comment']): Subject {
  for (const kind of SUBJECT_KINDS) {
    const id = comment[ID_FIELDS[kind]];
    if (id !== null) return { kind, id };
  }
  throw new Error(`The comment ${comment.comment_id} has no object`);
}

/** Returns the people whom these comments mention, sorted by name. */
export async function findMentioned(
  handle: Handle,
  commentIds: readonly number[],
): Promise<(Person & { comment_id: number })[]> {
  if (commentIds.length === 0) return [];
  const { comment_mentions: m, staff: s } = handle.t;
  return handle.db
    .select({ comment_id: m.comment_id, staff_id: s.staff_id, name: s.name })
    .from(m)
    .innerJoin(s, eq(s.staff_id, m.staff_id))
    .where(inArray(m.comment_id, [...commentIds]))
    .orderBy(asc(s.name), asc(s.staff_id));
}

interface NewComment {
  subject: Subject;
  staffId: number;
  text: string;
  mentions: readonly number[];
}

export async function insertComment(handle: Handle, { subject, staffId, text, mentions }: NewComment, now: number) {
  const { db, t } = handle;
  const comment = { [ID_FIELDS[subject.kind]]: subject.id, staff_id: staffId, text, created_at: now };
  const [row] = await db.insert(t.comments).values(comment).returning({ comment_id: t.comments.comment_id });
  if (!row) throw new Error('The insert of a comment returned no row');
  const rows = mentions.map((staff_id) => ({ comment_id: row.comment_id, staff_id }));
  if (rows.length > 0) await db.insert(t.comment_mentions).values(rows);
  return row.comment_id;
}

/** @returns false if another request has already deleted the comment */
export async function deleteComment(
  { db, t: { comments, comment_mentions } }: Handle,
  commentId: number,
): Promise<boolean> {
  await db.delete(comment_mentions).where(eq(comment_mentions.comment_id, commentId));
  const gone = await db
    .delete(comments)
    .where(eq(comments.comment_id, commentId))
    .returning({ comment_id: comments.comment_id });
  return gone.length > 0;
}
