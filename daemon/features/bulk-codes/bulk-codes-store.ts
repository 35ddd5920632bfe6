import { and, asc, between, eq, inArray, max, min } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import type { CreatedCode } from '../codes/code-message-rules.ts';

/** Ids of a job's codes. They lie close together, so walking through them by their numbers passes few others. */
export interface IdRange {
  from: number;
  to: number;
}

/** Where a job's codes lie; with `status`, those that have it. Null where there are none. */
export async function findIdRange({ db, t }: Handle, jobId: number, status?: 'pending'): Promise<IdRange | null> {
  const { codes } = t;
  const [row] = await db
    .select({ from: min(codes.code_id), to: max(codes.code_id) })
    .from(codes)
    .where(and(eq(codes.job_id, jobId), status ? eq(codes.status, status) : undefined));
  return row && row.from !== null && row.to !== null ? { from: Number(row.from), to: Number(row.to) } : null;
}

const pendingIn = ({ t: { codes } }: Handle, jobId: number, { from, to }: IdRange) =>
  and(between(codes.code_id, from, to), eq(codes.job_id, jobId), eq(codes.status, 'pending'));

export async function approvePending(handle: Handle, jobId: number, range: IdRange, now: number): Promise<void> {
  const { db, t } = handle;
  await db
    .update(t.codes)
    .set({ status: 'approved', updated_at: now })
    .where(pendingIn(handle, jobId, range));
}

/** Those of a job that players can use, in the order of their ids. */
export async function listApproved({ db, t }: Handle, jobId: number, { from, to }: IdRange): Promise<CreatedCode[]> {
  const { codes } = t;
  const rows = await db
    .select({
      code_id: codes.code_id,
      campaign_id: codes.campaign_id,
      kind: codes.kind,
      code: codes.code,
      name: codes.name,
      root_url: codes.root_url,
      usage_limit: codes.usage_limit,
      creator_usage_limit: codes.creator_usage_limit,
      active: codes.active,
      rewards_json: codes.rewards_json,
    })
    .from(codes)
    .where(and(between(codes.code_id, from, to), eq(codes.job_id, jobId), eq(codes.status, 'approved')))
    .orderBy(asc(codes.code_id));
  return rows as CreatedCode[];
}

/** @returns how many there were */
export async function deletePending(handle: Handle, jobId: number, range: IdRange): Promise<number> {
  const { db, t } = handle;
  const gone = await db
    .delete(t.codes)
    .where(pendingIn(handle, jobId, range))
    .returning({ code_id: t.codes.code_id });
  return gone.length;
}

/** A job's values in the order in which they were made. */
export async function listValues({ db, t }: Handle, jobId: number, { from, to }: IdRange): Promise<string[]> {
  const { codes } = t;
  const rows = await db
    .select({ code: codes.code })
    .from(codes)
    .where(and(between(codes.code_id, from, to), eq(codes.job_id, jobId)))
    .orderBy(asc(codes.code_id));
  return rows.map(({ code }) => code);
}

/** Those of the values that some code has. */
export async function findTaken({ db, t }: Handle, norms: readonly string[]): Promise<string[]> {
  const { codes } = t;
  const rows = await db
    .select({ norm: codes.code_norm })
    .from(codes)
    .where(inArray(codes.code_norm, [...norms]));
  return rows.map(({ norm }) => norm ?? '');
}
