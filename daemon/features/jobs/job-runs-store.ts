import { and, asc, desc, eq, inArray, lte, max, ne, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';

export type JobRun = Tables['job_runs']['$inferSelect'];
export type NewRun = Tables['job_runs']['$inferInsert'];

const ofPeriod = ({ t: { job_runs: r } }: Handle, job: string, period: string) =>
  and(eq(r.job, job), eq(r.period, period));

/** Returns the run, locked until the transaction ends. */
export async function findRunForUpdate(handle: Handle, job: string, period: string): Promise<JobRun | null> {
  const query = handle.db
    .select()
    .from(handle.t.job_runs)
    .where(ofPeriod(handle, job, period));
  const [row] = await forUpdate(handle, query);
  return row ?? null;
}

/**
 * Returns the run of the latest period up to `upTo`, whatever its status. `upTo` is the newest period that is due: a
 * daemon whose clock was far ahead may have run later periods, which must not block earlier ones.
 */
export async function findLatestRun(
  { db, t: { job_runs: r } }: Handle,
  job: string,
  upTo: string,
): Promise<JobRun | null> {
  const until = and(eq(r.job, job), lte(r.period, upTo));
  const [row] = await db.select().from(r).where(until).orderBy(desc(r.period)).limit(1);
  return row ?? null;
}

/** Lists runs that have started and are not done, oldest period first. */
export async function listOpenRuns({ db, t: { job_runs: r } }: Handle, job: string): Promise<JobRun[]> {
  const open = and(eq(r.job, job), inArray(r.status, ['running', 'failed']));
  return db.select().from(r).where(open).orderBy(asc(r.period));
}

/** Returns the run that was started last. */
export async function findNewestRun({ db, t: { job_runs: r } }: Handle, job: string): Promise<JobRun | null> {
  const [row] = await db
    .select()
    .from(r)
    .where(and(eq(r.job, job), ne(r.status, 'baseline')))
    .orderBy(desc(r.started_at), desc(r.period))
    .limit(1);
  return row ?? null;
}

/** Returns when the last run of any job started. */
export async function findLastStart({ db, t: { job_runs: r } }: Handle): Promise<number | null> {
  const [row] = await db.select({ at: max(r.started_at) }).from(r);
  return row?.at ?? null;
}

/** @returns false if the period already has a run */
export async function insertRun({ db, t: { job_runs: r } }: Handle, run: NewRun): Promise<boolean> {
  const rows = await db.insert(r).values(run).onConflictDoNothing().returning({ job: r.job });
  return rows.length > 0;
}

export async function updateRun(handle: Handle, job: string, period: string, set: Partial<NewRun>): Promise<void> {
  await handle.db
    .update(handle.t.job_runs)
    .set(set)
    .where(ofPeriod(handle, job, period));
}

/** Changes a run if the caller still holds it. @returns whether the run was changed */
export async function updateHeldRun(
  handle: Handle,
  { job, period, fence }: Pick<JobRun, 'job' | 'period' | 'fence'>,
  set: Partial<NewRun>,
): Promise<boolean> {
  const { job_runs: r } = handle.t;
  const held = and(ofPeriod(handle, job, period), eq(r.fence, fence), eq(r.status, 'running'));
  const rows = await handle.db.update(r).set(set).where(held).returning({ job: r.job });
  return rows.length > 0;
}

/** Deletes old runs that are done. The latest period of each job is kept, because the next period follows from it. */
export async function deleteOldRuns(
  { db, t: { job_runs: r } }: Handle,
  jobs: readonly string[],
  before: number,
  most: number,
): Promise<number> {
  const latest = sql`(select max(j.period) from job_runs j where j.job = ${r.job})`;
  const old = await db
    .select({ job: r.job, period: r.period })
    .from(r)
    .where(
      and(
        inArray(r.job, [...jobs]),
        eq(r.status, 'done'),
        sql`${r.finished_at} < ${before}`,
        sql`${r.period} < ${latest}`,
      ),
    )
    .limit(most);
  for (const { job, period } of old) await db.delete(r).where(and(eq(r.job, job), eq(r.period, period)));
  return old.length;
}
