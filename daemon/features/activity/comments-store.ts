import { and, asc, desc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { SubjectKind } from '../../contract/words.ts';
import type { Handle, Tables } from '../../db/database.ts';

/** An object with comments and an activity. */
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

/** The field of a comment that has the object's ID. */
export const ID_FIELDS = {
  campaign: 'campaign_id',
  code: 'code_id',
  creator: 'creator_id',
  payout_run: 'run_id',
} as const satisfies Record<SubjectKind, keyof Tables['comments']['$inferSelect']>;

const columnOf = ({ t: { comments } }: Handle, kind: SubjectKind) => comments[ID_FIELDS[kind]];

/** Returns whether the object exists. A creator code is not an object of its own. */
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

const selectComments = ({ db, t: { comments: n, staff: s } }: Handle, where: SQL | undefined) =>
  db
    .select({
      comment_id: n.comment_id,
      text: n.text,
      created_at: n.created_at,
      by: { staff_id: s.staff_id, name: s.name },
    })
    .from(n)
    .innerJoin(s, eq(s.staff_id, n.staff_id))
    .where(where);

/** Lists the comments on an object below an ID, newest first. */
export function listComments(
  handle: Handle,
  { kind, id }: Subject,
  below: number,
  limit: number,
): Promise<CommentRow[]> {
  const { comments: n } = handle.t;
  const where = and(eq(columnOf(handle, kind), id), lt(n.comment_id, below));
  return Promise.resolve(selectComments(handle, where).orderBy(desc(n.comment_id)).limit(limit));
}

/** Returns a comment with its object; null if there is none. */
export async function findComment(
  handle: Handle,
  commentId: number,
): Promise<(CommentRow & { subject: Subject }) | null> {
  const { comments: n } = handle.t;
  const [row] = await selectComments(handle, eq(n.comment_id, commentId));
  const [ids] = await handle.db.select().from(n).where(eq(n.comment_id, commentId));
  if (!row || !ids) return null;
  const [kind, field] = Object.entries(ID_FIELDS).find(([, name]) => ids[name] !== null) as [
    SubjectKind,
    keyof typeof ids,
  ];
  return { ...row, subject: { kind, id: ids[field] as number | string } };
}

/** Returns the people whom comments mention, by name. */
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

/** @returns false if another request deleted it first */
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
