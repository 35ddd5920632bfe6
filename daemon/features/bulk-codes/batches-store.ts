import { and, between, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { forNoKeyUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';
import { oneOf } from '../../db/query/one-of.ts';
import { sumText } from '../../db/query/sums.ts';
import type { StoredWindow } from '../../domain/codes/code-window.ts';
import type { CodeCounts } from './batch-rules.ts';
import { findIdRange, type IdRange } from './bulk-codes-store.ts';
import type { JobRow } from './bulk-jobs-store.ts';

/** A bulk job whose codes form a batch. */
export interface BatchRow
  extends Pick<
    JobRow,
    | ('job_id' | 'campaign_id' | 'kind' | 'status' | 'name' | 'total' | 'done' | 'error' | 'switch_to' | 'switched_id')
    | ('window_changes' | keyof StoredWindow)
  > {
  staff_id: number;
  created_at: number;
  finished_at: number | null;
  pattern: string | null;
  staff_name: string | null;
}

function selectBatches({ db, t, dialect }: Handle) {
  const { bulk_jobs: j, staff } = t;
  const pattern =
    dialect === 'sqlite' ? sql`${j.request} ->> '$.pattern'` : sql`cast(${j.request} as json) ->> 'pattern'`;
  const { job_id, campaign_id, kind, status, name, total, done, error } = j;
  const { staff_id, created_at, finished_at, switch_to, switched_id } = j;
  const { starts_at, ends_at, recipient, conditions, window_changes } = j;
  return db
    .select({
      ...{ job_id, campaign_id, kind, status, name, total, done, error },
      ...{ staff_id, created_at, finished_at, switch_to, switched_id },
      ...{ starts_at, ends_at, recipient, conditions, window_changes },
      // The request of an import contains its whole file and has no pattern.
      pattern: sql<string | null>`case when ${kind} = 'generate' then ${pattern} end`,
      staff_name: staff.name,
    })
    .from(j)
    .leftJoin(staff, eq(staff.staff_id, j.staff_id));
}

export async function findBatch(handle: Handle, batchId: number): Promise<BatchRow | null> {
  const [row] = await selectBatches(handle).where(eq(handle.t.bulk_jobs.job_id, batchId));
  return row ?? null;
}

export async function listBatchRows(handle: Handle, campaignId: number, query: PageQuery) {
  const { bulk_jobs: j } = handle.t;
  const where = eq(j.campaign_id, campaignId);
  const rows: BatchRow[] = await selectBatches(handle)
    .where(where)
    .orderBy(desc(j.job_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows, total: await countRows(handle, j, where) };
}

const ofBatch = ({ t: { codes } }: Handle, batchId: number) => and(eq(codes.job_id, batchId), sql`job_id is not null`);

/**
 * Counts the codes of a batch. The index of batches contains every column that the count needs.
 * @param changedId codes up to this ID have been changed; null if none have
 */
export async function countCodes(
  handle: Handle,
  batchId: number,
  changedId: number | null = null,
): Promise<CodeCounts> {
  const { codes: c } = handle.t;
  const [row] = await handle.db
    .select({
      codes: sql<number | string>`count(*)`,
      active: sql<number | string>`coalesce(sum(case when ${c.active} then 1 else 0 end), 0)`,
      changed: sql<number | string>`coalesce(sum(case when ${c.code_id} <= ${changedId ?? 0} then 1 else 0 end), 0)`,
    })
    .from(c)
    .where(ofBatch(handle, batchId));
  return { codes: Number(row?.codes ?? 0), active: Number(row?.active ?? 0), changed: Number(row?.changed ?? 0) };
}

export interface ClaimCounts {
  claims: number;
  /** Codes with at least one claim. */
  redeemed: number;
}

/** Counts a batch's claims. Few codes have counters, so the counters are read by the batch's range of IDs. */
export async function countClaims(handle: Handle, batchId: number): Promise<ClaimCounts> {
  const { codes: c, code_counters: n } = handle.t;
  const range = await findIdRange(handle, batchId);
  if (!range) return { claims: 0, redeemed: 0 };
  const itsCodes = handle.db.select({ code_id: c.code_id }).from(c).where(ofBatch(handle, batchId));
  const byCode = handle.db
    .select({ claims: sql<number>`sum(${n.claims})`.as('claims') })
    .from(n)
    .where(and(between(n.code_id, range.from, range.to), inArray(n.code_id, itsCodes)))
    .groupBy(n.code_id)
    .as('by_code');
  const [row] = await handle.db
    .select({
      claims: sumText(byCode.claims),
      redeemed: sql<number | string>`coalesce(sum(case when ${byCode.claims} > 0 then 1 else 0 end), 0)`,
    })
    .from(byCode);
  return { claims: Number(row?.claims ?? 0), redeemed: Number(row?.redeemed ?? 0) };
}

/**
 * Returns the oldest batch with a change in progress and no valid lease. A lease longer than `longestLease` is invalid.
 */
export async function findIdleChange({ db, t }: Handle, now: number, longestLease: number): Promise<number | null> {
  const { bulk_jobs: j } = t;
  const { lease_until: lease } = j;
  const [row] = await db
    .select({ job_id: j.job_id })
    .from(j)
    // The first condition repeats the WHERE clause of the index, so that the database uses the index.
    .where(
      and(
        sql`(switch_to is not null or window_changes is not null)`,
        or(isNull(lease), lte(lease, now), gt(lease, now + longestLease)),
      ),
    )
    .orderBy(j.job_id)
    .limit(1);
  return row?.job_id ?? null;
}

/** New values for some columns of a batch's codes. */
export type CodeChange = Partial<Pick<Tables['codes']['$inferSelect'], 'active' | 'usage_limit' | keyof StoredWindow>>;

/**
 * Changes the batch's codes within a range of IDs. It locks them in ID order, as redeem does; redeems of other codes do
 * not wait.
 */
export async function changeCodes(
  handle: Handle,
  batchId: number,
  { from, to }: IdRange,
  { change, now }: { change: CodeChange; now: number },
): Promise<void> {
  const { db, t } = handle;
  const { codes: c } = t;
  const differs = Object.entries(change).map(
    ([name, value]) =>
      sql`${c[name as keyof CodeChange]} is distinct from ${sql.param(value, c[name as keyof CodeChange])}`,
  );
  const others = db
    .select({ code_id: c.code_id })
    .from(c)
    .where(and(between(c.code_id, from, to), eq(c.job_id, batchId), or(...differs)))
    .orderBy(c.code_id);
  const found = await forNoKeyUpdate(handle, others);
  if (found.length === 0) return;
  const ids = found.map(({ code_id }) => code_id);
  await db
    .update(c)
    .set({ ...change, updated_at: now, version: nextVersion(c.version) })
    .where(oneOf(handle, c.code_id, ids));
}
