import { and, asc, eq, gt, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { manyRows } from '../../db/query/many-rows.ts';
import type { KnownCode } from './campaign-file-rules.ts';

type CodeRow = Tables['codes']['$inferSelect'];
const AT_ONCE = 500;

/**
 * Returns codes of any kind on this server with these values.
 * @param except jobs whose codes are left out
 */
export async function findKnownCodes(
  { db, t }: Handle,
  norms: readonly string[],
  except: readonly number[],
): Promise<(KnownCode & { norm: string })[]> {
  const { codes: c, campaigns: p } = t;
  const { campaign_id, name, version, stage, starts_at, ends_at } = p;
  const rows = await db
    .select({
      ...{ norm: c.code_norm, code_id: c.code_id, kind: c.kind, name: c.name },
      ...{ root_url: c.root_url, usage_limit: c.usage_limit, creator_usage_limit: c.creator_usage_limit },
      ...{ active: c.active, rewards_json: c.rewards_json },
      ...{ starts_at: c.starts_at, ends_at: c.ends_at, recipient: c.recipient, conditions: c.conditions },
      ...{ key_pool_id: c.key_pool_id, tags: c.tags },
      campaign: { campaign_id, name, version, stage, starts_at, ends_at },
    })
    .from(c)
    .innerJoin(p, eq(p.campaign_id, c.campaign_id))
    .where(and(inArray(c.code_norm, [...norms]), or(isNull(c.job_id), notInArray(c.job_id, [...except]))));
  return rows.map((row) => ({ ...row, norm: row.norm ?? '' }));
}

/** Lists main codes that staff created one by one, in the order of creation. */
export const listHandMade = (handle: Handle, campaignId: number, after: number) =>
  listAfter(handle, and(eq(handle.t.codes.campaign_id, campaignId), isNull(handle.t.codes.job_id)), after);

/** Lists the codes of a bulk job that players can use. */
export const listOfJob = (handle: Handle, jobId: number, after: number) =>
  listAfter(handle, and(eq(handle.t.codes.job_id, jobId), eq(handle.t.codes.status, 'approved')), after);

async function listAfter({ db, t }: Handle, where: SQL | undefined, after: number): Promise<CodeRow[]> {
  const { codes } = t;
  return await db
    .select()
    .from(codes)
    // The condition repeats the WHERE clause of the index, so that the database uses the index.
    .where(and(where, sql`kind <> 'creator'`, gt(codes.code_id, after)))
    .orderBy(asc(codes.code_id))
    .limit(AT_ONCE);
}

/** Lists the bulk jobs of a campaign, oldest first. */
export async function listJobIds({ db, t }: Handle, campaignId: number): Promise<number[]> {
  const { bulk_jobs: jobs } = t;
  const rows = await db
    .select({ job_id: jobs.job_id })
    .from(jobs)
    .where(eq(jobs.campaign_id, campaignId))
    .orderBy(asc(jobs.job_id));
  return rows.map(({ job_id }) => job_id);
}

/**
 * Adds codes. Their IDs ascend in the order of `rows`.
 * @returns their rows
 */
export async function insertCodes(
  handle: Handle,
  rows: readonly Tables['codes']['$inferInsert'][],
): Promise<CodeRow[]> {
  const made: CodeRow[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = manyRows(handle, handle.t.codes, rows.slice(at, at + AT_ONCE));
    made.push(...(await handle.db.insert(handle.t.codes).select(some).returning()));
  }
  return made;
}
