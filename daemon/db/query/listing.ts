import { asc, type Column, desc, is, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../database.ts';
import { globInAnyCase, regexInAnyCase } from './any-case.ts';

/** The maximum total of a list. Counting further would read the whole table for pages that no client requests. */
export const MAX_TOTAL = 10_000;

export interface PageQuery {
  page: number;
  page_size: number;
}

export interface Page<T> extends PageQuery {
  data: T[];
  total: number;
}

export const offsetOf = ({ page, page_size }: PageQuery) => (page - 1) * page_size;

export const pageOf = <T>({ page, page_size }: PageQuery, data: T[], total: number): Page<T> => ({
  data,
  page,
  page_size,
  total,
});

/** Escapes `%` and `_` for LIKE. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Selects rows whose column contains, or begins with, the text in the same case. Faster than `contains`. */
export const holds = (text: string, column: SQLWrapper) => sql`${column} like ${`%${literally(text)}%`} escape '\\'`;
export const begins = (text: string, column: SQLWrapper) => sql`${column} like ${`${literally(text)}%`} escape '\\'`;

const ASCII = /^\p{ASCII}*$/u;

/**
 * Selects rows in which one of the columns contains the text, ignoring case. SQLite's `lower` converts only ASCII
 * letters, and that of Postgres depends on the locale, so the pattern for other letters lists all of their cases.
 */
export function contains(text: string, ...columns: Column[]): SQL | undefined {
  if (!ASCII.test(text)) return or(...columns.map((column) => containsInAnyCase(text, column)));
  const pattern = `%${literally(text)}%`;
  return or(...columns.map((column) => sql`lower(${column}) like lower(${pattern}) escape '\\'`));
}

const containsInAnyCase = (text: string, column: Column) =>
  is(column, PgColumn) ? sql`${column} ~ ${regexInAnyCase(text)}` : sql`${column} glob ${globInAnyCase(text)}`;

/** Returns the order for `name` or `-name`, by default newest first; rows with equal values are ordered by ID. */
export function orderOf(sort: string | undefined, columns: Record<string, SQLWrapper>, id: SQLWrapper): SQL[] {
  const [, minus = '', name = ''] = /^(-?)(.*)$/.exec(sort ?? '-created_at') ?? [];
  const column = columns[name];
  if (!column) throw new Error(`No column to sort by: ${name}`);
  const direction = minus ? desc : asc;
  return [direction(column), direction(id)];
}

/** Returns the total of a list. If the page is not full, the total follows from the page's own rows without a count. */
export async function totalOf({ page, page_size }: PageQuery, rows: readonly unknown[], count: () => Promise<number>) {
  const isLast = rows.length < page_size && (rows.length > 0 || page === 1);
  return isLast ? Math.min(MAX_TOTAL, (page - 1) * page_size + rows.length) : await count();
}

export async function countRows({ db }: Handle, table: SQLiteTable, where: SQL | undefined): Promise<number> {
  const rows = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(MAX_TOTAL)
    .as('counted');
  const [count] = await db.select({ total: sql<number | string>`count(*)` }).from(rows);
  return Number(count?.total ?? 0);
}
