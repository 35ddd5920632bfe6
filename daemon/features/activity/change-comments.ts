import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { listColleagues } from './colleagues.ts';
import { deleteComment, findComment, ID_FIELDS, insertComment, type Subject, subjectExists } from './comments-store.ts';
import { commentsOut, type Reader } from './read-activity.ts';

interface CommentFields {
  text: string;
  mentions: readonly number[];
}

export const addComment = (
  db: Database,
  reader: Reader,
  subject: Subject,
  { text, mentions }: CommentFields,
  now: number,
) =>
  db.write(async (handle) => {
    const { staffId } = reader;
    if (!(await subjectExists(handle, subject))) throw new AppError('not_found');
    await refuseMentions(handle, subject, mentions);
    const commentId = await insertComment(handle, { subject, staffId, text, mentions: [...new Set(mentions)] }, now);
    const comment = await mustFind(handle, reader, commentId);
    await auditComment(handle, { staffId, verb: 'create', commentId, before: null, after: fieldsOf(subject) }, now);
    return comment;
  });

export const removeComment = (db: Database, reader: Reader, commentId: number, now: number) =>
  db.write(async (handle) => {
    const { staffId, role } = reader;
    const found = await findComment(handle, commentId);
    if (!found || (found.by.staff_id !== staffId && role !== 'owner')) throw new AppError('not_found');
    // The mentions are read before the deletion, because they are deleted with the comment.
    const comment = (await commentsOut(handle, reader, [found]))(found);
    if (!(await deleteComment(handle, commentId))) throw new AppError('not_found');
    await auditComment(
      handle,
      { staffId, verb: 'delete', commentId, before: fieldsOf(found.subject), after: null },
      now,
    );
    return comment;
  });

/** The audit log omits the text of comments, because comments can be deleted but log entries cannot. */
const fieldsOf = ({ kind, id }: Subject) => ({ [ID_FIELDS[kind]]: id });

/** Refuses mentions of people who may not see the object, because they could not open it. */
async function refuseMentions(handle: Handle, subject: Subject, mentions: readonly number[]) {
  if (mentions.length === 0) return;
  const colleagues = (await listColleagues(handle, subject)).map(({ staff_id }) => staff_id);
  const faults = mentions.flatMap((staffId, at) =>
    colleagues.includes(staffId) ? [] : [fieldFault('', ['mentions', at], 'not_a_colleague')],
  );
  if (faults.length > 0) throw new AppError({ code: 'invalid_request', errors: faults });
}

async function mustFind(handle: Handle, reader: Reader, commentId: number) {
  const row = await findComment(handle, commentId);
  if (!row) throw new Error('The comment no longer exists');
  return (await commentsOut(handle, reader, [row]))(row);
}

interface CommentEntry {
  staffId: number;
  verb: 'create' | 'delete';
  commentId: number;
  before: object | null;
  after: object | null;
}

const auditComment = (handle: Handle, { staffId, verb, commentId, before, after }: CommentEntry, now: number) =>
  recordAudit(
    handle,
    { staffId, action: `comment.${verb}`, entity: 'comment', entityId: commentId, before, after },
    now,
  );
