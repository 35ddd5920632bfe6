import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';

export type CorrectionRow = Tables['rate_corrections']['$inferSelect'];
type NewCorrection = Tables['rate_corrections']['$inferInsert'];

export async function insertCorrection({ db, t }: Handle, correction: NewCorrection): Promise<number> {
  const [row] = (await db.insert(t.rate_corrections).values(correction).returning()) as CorrectionRow[];
  if (!row) throw new Error('The insert of a correction returned no row');
  return row.correction_id;
}

export async function updateCorrection(
  { db, t: { rate_corrections: c } }: Handle,
  correctionId: number,
  change: Partial<NewCorrection>,
) {
  await db.update(c).set(change).where(eq(c.correction_id, correctionId));
}

const ofRate = ({ db, t: { rate_corrections: c } }: Handle, rateId: number) =>
  db
    .select()
    .from(c)
    .where(and(eq(c.rate_id, rateId), ne(c.status, 'rejected')));

/** Finds the correction of a rate; rejected corrections are ignored. */
export async function findCorrection(handle: Handle, rateId: number): Promise<CorrectionRow | null> {
  const [row] = await ofRate(handle, rateId);
  return row ?? null;
}

export async function findCorrectionForUpdate(handle: Handle, rateId: number): Promise<CorrectionRow | null> {
  const [row] = await forUpdate(handle, ofRate(handle, rateId));
  return row ?? null;
}

export async function getCorrectionForUpdate(handle: Handle, correctionId: number): Promise<CorrectionRow> {
  const { rate_corrections: c } = handle.t;
  const [row] = await forUpdate(handle, handle.db.select().from(c).where(eq(c.correction_id, correctionId)));
  if (!row) throw new Error(`Correction ${correctionId} does not exist`);
  return row;
}

/** The condition of the partial index. Without it, SQLite does not use the index. */
const isOpen = sql`status in ('waiting', 'running')`;

/** Lists the corrections that are being applied, oldest first. */
export const listRunning = ({ db, t: { rate_corrections: c } }: Handle) =>
  db
    .select()
    .from(c)
    .where(and(isOpen, eq(c.status, 'running')))
    .orderBy(c.correction_id);

/** Lists the corrections waiting for approval, oldest first. */
export const listWaiting = ({ db, t: { rate_corrections: c, exchange_rates: r } }: Handle, limit: number) =>
  db
    .select({ rate_id: c.rate_id, currency: r.currency, requested_at: c.requested_at })
    .from(c)
    .innerJoin(r, eq(r.rate_id, c.rate_id))
    .where(and(isOpen, eq(c.status, 'waiting')))
    .orderBy(c.correction_id)
    .limit(limit);

/** Lists the corrections that have been applied to all payments, or to those up to `last_payment_id`. */
export const listApplied = ({ db, t: { rate_corrections: c } }: Handle) =>
  db
    .select()
    .from(c)
    .where(inArray(c.status, ['running', 'done']));

export type NamedCorrection = Awaited<ReturnType<typeof listCorrections>>[number];

/** Lists the corrections of rates, with the names of the staff involved; rejected corrections are left out. */
export function listCorrections({ db, t: { rate_corrections: c, staff } }: Handle, rateIds: readonly number[]) {
  const requester = alias(staff, 'requester');
  const decider = alias(staff, 'decider');
  return db
    .select({ row: c, requester: requester.name, decider: decider.name })
    .from(c)
    .leftJoin(requester, eq(requester.staff_id, c.requested_by))
    .leftJoin(decider, eq(decider.staff_id, c.decided_by))
    .where(and(inArray(c.rate_id, [...rateIds]), ne(c.status, 'rejected')));
}
