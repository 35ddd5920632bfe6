import { desc, gt, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../database.ts';
import { encodeCursor, type KeysetPage, pageOf } from './keyset.ts';

/** The maximum number of rows read for a page of a list by ID, newest first, if no index fits its filters. */
export const MAX_LOOKED_AT = 20_000;

/** The rows that one page may read: above the floor and below the cursor. */
export interface IdWindow {
  below: number | null;
  floor: number | null;
  /** Whether rows below the floor might match. */
  goesOn: boolean;
}

/** Returns the window for filters that an index supports. */
export const allBelow = (below: number | null): IdWindow => ({ below, floor: null, goesOn: false });

/** Returns a window of the next rows below an ID, as many as one page may read. */
export async function windowBelow(
  { db }: Handle,
  table: SQLiteTable,
  id: SQLiteColumn,
  below: number | null,
): Promise<IdWindow> {
  const [row] = await db
    .select({ id })
    .from(table)
    .where(below === null ? undefined : lt(id, below))
    .orderBy(desc(id))
    .limit(1)
    .offset(MAX_LOOKED_AT);
  return { below, floor: (row?.id as number | undefined) ?? null, goesOn: row !== undefined };
}

export const inWindow = (
  id: SQLiteColumn,
  { below, floor }: Pick<IdWindow, 'below' | 'floor'>,
): (SQL | undefined)[] => [below === null ? undefined : lt(id, below), floor === null ? undefined : gt(id, floor)];

/** Creates a page. A page that is not full, or even empty, can have a next_cursor, which continues below its window. */
export function pageOfWindow<T>(
  rows: readonly T[],
  limit: number,
  { floor, goesOn }: IdWindow,
  idOf: (row: T) => number,
): KeysetPage<T> {
  const page = pageOf(rows, limit, (last) => [idOf(last)]);
  return page.next_cursor !== null || floor === null || !goesOn
    ? page
    : { ...page, next_cursor: encodeCursor([floor + 1]) };
}
