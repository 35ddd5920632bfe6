import { asc, desc, gte } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../database.ts';

/** Rows are not committed in the order of their IDs, and the clocks of two daemons can differ by this much. */
export const OUT_OF_ORDER_MS = 60_000;

/** A table without an index by time, whose IDs grow with time. */
export interface TimedTable {
  table: SQLiteTable;
  id: SQLiteColumn;
  at: SQLiteColumn;
}

/** Returns an ID at which the rows' times reach an instant, found by a binary search, which needs few reads. */
export async function idAtInstant({ db }: Handle, { table, id, at }: TimedTable, instant: number): Promise<number> {
  const [last] = await db.select({ id }).from(table).orderBy(desc(id)).limit(1);
  let low = 0;
  let high = Number(last?.id ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await db.select({ id, at }).from(table).where(gte(id, middle)).orderBy(asc(id)).limit(1);
    if (row && Number(row.at) < instant) low = Number(row.id) + 1;
    else high = middle;
  }
  return low;
}
