import { and, desc, eq, exists, gt, inArray, lt, max, ne, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../../db/query/listing.ts';
import { forUpdate } from '../../../db/query/locking.ts';
import type { RunKind, RunStatus } from './payout-run-rules.ts';

export type RunRow = Tables['payout_runs']['$inferSelect'];
export type NewRun = Omit<Tables['payout_runs']['$inferInsert'], 'run_id'>;
export type RunChange = Partial<Tables['payout_runs']['$inferInsert']>;
export interface RunListQuery extends PageQuery {
  status?: RunStatus | undefined;
  kind?: RunKind | undefined;
}

export async function findRun({ db, t }: Handle, runId: number): Promise<RunRow | null> {
  const rows = await db.select().from(t.payout_runs).where(eq(t.payout_runs.run_id, runId));
  return rows[0] ?? null;
}

export async function findRunForUpdate(handle: Handle, runId: number): Promise<RunRow | null> {
  const { payout_runs: runs } = handle.t;
  const rows = await forUpdate(handle, handle.db.select().from(runs).where(eq(runs.run_id, runId)));
  return rows[0] ?? null;
}

/** Finds the payout run of a period. Void runs are ignored, so there is at most one. */
export async function findRunOfPeriod({ db, t }: Handle, periodKey: string): Promise<RunRow | null> {
  const { payout_runs: runs } = t;
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.period_key, periodKey), ne(runs.status, 'void')));
  return rows[0] ?? null;
}

export async function findPreparing({ db, t }: Handle): Promise<RunRow | null> {
  const { payout_runs: runs } = t;
  const rows = await db.select().from(runs).where(eq(runs.status, 'preparing')).orderBy(runs.run_id).limit(1);
  return rows[0] ?? null;
}

/** Finds the newest run that is not void, for one campaign or for all. With `before`, only older runs are searched. */
export async function findLastRun(
  { db, t }: Handle,
  campaignId: number | null,
  before?: number,
): Promise<RunRow | null> {
  const { payout_runs: runs, payout_run_campaigns: reach } = t;
  const reached = db
    .select({ one: sql`1` })
    .from(reach)
    .where(and(eq(reach.run_id, runs.run_id), eq(reach.campaign_id, campaignId ?? 0)));
  const rows = await db
    .select()
    .from(runs)
    .where(
      and(
        ne(runs.status, 'void'),
        before === undefined ? undefined : lt(runs.run_id, before),
        campaignId === null ? sql`${runs.campaign_id} is null` : exists(reached),
      ),
    )
    .orderBy(desc(runs.run_id))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Finds the run with which to compare a payout run: the last one with the same scope, otherwise the last one with any
 * scope.
 */
export async function findComparedRun(handle: Handle, run: RunRow): Promise<RunRow | null> {
  const { payout_runs: runs } = handle.t;
  const alike = await findLastRun(handle, run.campaign_id, run.run_id);
  if (alike) return alike;
  const [any] = await handle.db
    .select()
    .from(runs)
    .where(and(ne(runs.status, 'void'), lt(runs.run_id, run.run_id)))
    .orderBy(desc(runs.run_id))
    .limit(1);
  return any ?? null;
}

export async function hasNewerRun({ db, t }: Handle, runId: number): Promise<boolean> {
  const { payout_runs: runs } = t;
  const [row] = await db
    .select({ run_id: runs.run_id })
    .from(runs)
    .where(and(gt(runs.run_id, runId), ne(runs.status, 'void')))
    .limit(1);
  return row !== undefined;
}

/** Returns the ID of the newest payout run, even if it is void; 0 if there is none. */
export async function lastRunId({ db, t }: Handle): Promise<number> {
  const [row] = await db.select({ run_id: max(t.payout_runs.run_id) }).from(t.payout_runs);
  return Number(row?.run_id ?? 0);
}

export async function listRunRows(handle: Handle, query: RunListQuery) {
  const { payout_runs: runs } = handle.t;
  const where = and(
    query.status ? eq(runs.status, query.status) : undefined,
    query.kind ? eq(runs.kind, query.kind) : undefined,
  );
  const rows = await handle.db
    .select()
    .from(runs)
    .where(where)
    .orderBy(desc(runs.run_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows, total: await countRows(handle, runs, where) };
}

export async function insertRun({ db, t }: Handle, run: NewRun): Promise<number> {
  const [row] = await db.insert(t.payout_runs).values(run).returning({ run_id: t.payout_runs.run_id });
  if (!row) throw new Error('The insert of a payout run returned no row');
  return row.run_id;
}

export async function updateRun({ db, t }: Handle, runId: number, set: RunChange): Promise<void> {
  await db.update(t.payout_runs).set(set).where(eq(t.payout_runs.run_id, runId));
}

/**
 * Changes a payout run only if it has not changed since it was read.
 * @returns whether the run was changed
 */
export async function advanceRun({ db, t }: Handle, seen: RunRow, set: RunChange): Promise<boolean> {
  const { payout_runs: runs } = t;
  const isAsSeen =
    seen.prepared_to === null ? sql`${runs.prepared_to} is null` : eq(runs.prepared_to, seen.prepared_to);
  const moved = await db
    .update(runs)
    .set(set)
    .where(and(eq(runs.run_id, seen.run_id), eq(runs.status, 'preparing'), isAsSeen))
    .returning({ run_id: runs.run_id });
  return moved.length > 0;
}

export async function findStaffNames({ db, t }: Handle, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ staff_id: t.staff.staff_id, name: t.staff.name })
    .from(t.staff)
    .where(inArray(t.staff.staff_id, known));
  return new Map(rows.map((row) => [row.staff_id, row.name]));
}
