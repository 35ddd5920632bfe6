import { and, asc, eq, gt, inArray, isNotNull, max, ne, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { LEDGER_LOCK, takeTurn } from '../../db/query/locking.ts';
import { createDates, type DayTable, type LedgerDay } from './ledger-rules.ts';

/** Returns the ID up to which the rows of a table have been counted. */
export async function findPosition({ db, t: { ledger_days: d } }: Handle, name: DayTable): Promise<number> {
  const [row] = await db
    .select({ last: max(d.last_id) })
    .from(d)
    .where(eq(d.table_name, name));
  return Number(row?.last ?? 0);
}

export interface CountedRows {
  day: string;
  rows: number;
  first_id: number;
  last_id: number;
}

/** Adds the next rows of a table to its days. @returns false if another process has counted rows since `position` */
export async function addRows(
  handle: Handle,
  name: DayTable,
  { position, zone, counted }: { position: number; zone: string; counted: readonly CountedRows[] },
): Promise<boolean> {
  const { db, t } = handle;
  const { ledger_days: d } = t;
  if (!(await takeTurn(handle, LEDGER_LOCK)) || (await findPosition(handle, name)) !== position) return false;
  const fresh = { table_name: name, time_zone: zone, changes: 0, rows_written: 0, changes_written: 0 };
  await db
    .insert(d)
    .values(counted.map((row) => ({ ...row, ...fresh, written_as: null })))
    .onConflictDoUpdate({
      target: [d.table_name, d.day],
      set: {
        rows: sql`${d.rows} + excluded.rows`,
        first_id: sql`case when ${d.rows} = 0 then excluded.first_id else ${d.first_id} end`,
        last_id: sql`excluded.last_id`,
      },
    });
  return true;
}

/** Clears the counts of days in another time zone. The days are kept, because their files must be replaced. */
export async function forgetOtherZones(handle: Handle, zone: string): Promise<void> {
  const { ledger_days: d } = handle.t;
  await handle.db.update(d).set({ time_zone: zone, rows: 0, first_id: 0, last_id: 0 }).where(ne(d.time_zone, zone));
}

/** Lists the days of a table, oldest first. */
export const listDays = ({ db, t: { ledger_days: d } }: Handle, name: DayTable): Promise<LedgerDay[]> =>
  db.select().from(d).where(eq(d.table_name, name)).orderBy(asc(d.day));

/** Returns whether the job has written a day of any table. */
export async function hasWrittenDays({ db, t: { ledger_days: d } }: Handle): Promise<boolean> {
  const [row] = await db.select({ day: d.day }).from(d).where(isNotNull(d.written_as)).limit(1);
  return row !== undefined;
}

/** Records that the files contain the rows and changes counted in `day`, which was read before the rows. */
export async function finishDay(
  { db, t: { ledger_days: d } }: Handle,
  name: DayTable,
  { day, rows, changes }: LedgerDay,
  form: string,
): Promise<void> {
  await db
    .update(d)
    .set({ rows_written: rows, changes_written: changes, written_as: form })
    .where(and(eq(d.table_name, name), eq(d.day, day)));
}

/** Records that rows with these times have changed, so the files of their days no longer match them. */
export async function noteChanges(handle: Handle, name: DayTable, instants: readonly number[]): Promise<void> {
  if (instants.length === 0) return;
  const { ledger_days: d } = handle.t;
  const ofTable = handle.db.select({ zone: d.time_zone }).from(d).where(eq(d.table_name, name));
  const [known] = await ofTable.limit(1);
  if (!known) return;
  const dateAt = createDates(known.zone);
  const days = [...new Set(instants.map((instant) => dateAt(instant)))];
  await handle.db
    .update(d)
    .set({ changes: sql`${d.changes} + 1` })
    .where(and(eq(d.table_name, name), inArray(d.day, days)));
}

/** Lists days with changes that have not been written to files. */
export const listChangedDays = ({ db, t: { ledger_days: d } }: Handle) =>
  db
    .select({ table_name: d.table_name, day: d.day })
    .from(d)
    .where(gt(d.changes, d.changes_written))
    .orderBy(asc(d.day), asc(d.table_name));
