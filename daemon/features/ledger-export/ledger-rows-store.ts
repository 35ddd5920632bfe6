import { and, asc, eq, gt, isNotNull, max, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../db/database.ts';
import { holdPayments } from '../../db/query/locking.ts';
import { DAY_TABLES, type DayTable, namesOf, WHOLE_TABLES, type WholeTable } from './ledger-rules.ts';

/** Reading a page can delay other reads, so pages are small. */
const ROWS = 500;
const TIMES = 2000;

/** A table, its ID and the time that determines a row's day. A joined table adds columns. */
interface Source {
  table: SQLiteTable;
  id: SQLiteColumn;
  at: SQLiteColumn;
  joined?: { table: SQLiteTable; on: SQL };
  where?: SQL;
}

function sourceOf({ t }: Handle, name: DayTable): Source {
  const { claims: c, codes, claim_remedies: m, payments: p, accruals: a, exchange_rates: x } = t;
  const { payout_lines: l, payout_statements: s, payout_runs: r } = t;
  const sources: Record<DayTable, Source> = {
    claims: {
      ...{ table: c, id: c.claim_id, at: c.created_at },
      joined: { table: codes, on: eq(codes.code_id, c.code_id) },
    },
    claim_remedies: { table: m, id: m.remedy_id, at: m.created_at },
    payments: { table: p, id: p.payment_id, at: p.received_at },
    exchange_rates: { table: x, id: x.rate_id, at: x.created_at },
    accruals: { table: a, id: a.accrual_id, at: a.received_at },
    payout_lines: {
      ...{ table: l, id: l.line_id, at: r.prepared_at },
      joined: { table: r, on: eq(r.run_id, l.run_id) },
    },
    payout_statements: {
      ...{ table: s, id: s.statement_id, at: r.prepared_at },
      joined: { table: r, on: eq(r.run_id, s.run_id) },
    },
  };
  return sources[name];
}

function wholeSourceOf({ t }: Handle, name: WholeTable): Source {
  const { commission_terms: c, payout_runs: r, payout_statements: s } = t;
  const sources: Record<WholeTable, Source> = {
    commission_terms: { table: c, id: c.terms_id, at: c.created_at },
    payout_runs: { table: r, id: r.run_id, at: r.prepared_at },
    voided_statements: { table: s, id: s.statement_id, at: s.statement_id, where: isNotNull(s.voided_at) },
  };
  return sources[name];
}

export type LedgerRow = Record<string, unknown> & { place: number; at: number };

/**
 * Returns the next rows in ID order. The caller drops rows beyond the last one that it needs: with an upper limit in
 * the statement, Postgres might read all rows up to this limit for each page.
 */
export const readRowsAfter = (handle: Handle, name: DayTable, after: number) =>
  readRows(handle, sourceOf(handle, name), Object.keys(DAY_TABLES[name]), after);

/** Returns the next rows of a table that is written completely. */
export const readWholeTable = (handle: Handle, name: WholeTable, after: number) =>
  readRows(handle, wholeSourceOf(handle, name), Object.keys(WHOLE_TABLES[name]), after);

async function readRows(
  { db }: Handle,
  { table, id, at, joined, where }: Source,
  names: readonly string[],
  after: number,
): Promise<LedgerRow[]> {
  const own = columnsOf(table);
  const other = joined ? columnsOf(joined.table) : {};
  // The tiers of terms are stored in the column `content`.
  const columnOf = (name: string) => own[name === 'tiers' ? 'content' : name] ?? other[name];
  const columns = Object.fromEntries(names.map((name) => [name, columnOf(name)])) as Record<string, SQLiteColumn>;
  const query = db
    .select({ ...columns, place: id, at })
    .from(table)
    .$dynamic();
  const rows = await (joined ? query.leftJoin(joined.table, joined.on) : query)
    .where(and(gt(id, after), where))
    .orderBy(asc(id))
    .limit(ROWS);
  return rows as LedgerRow[];
}

const columnsOf = (table: SQLiteTable) => table as unknown as Record<string, SQLiteColumn | undefined>;

/** Returns the IDs and times of the next rows in ID order. */
export async function readTimes(handle: Handle, name: DayTable, after: number) {
  const { table, id, at, joined } = sourceOf(handle, name);
  const query = handle.db.select({ id, at }).from(table).$dynamic();
  const rows = await (joined ? query.leftJoin(joined.table, joined.on) : query)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(TIMES);
  return rows as { id: number; at: number }[];
}

/**
 * Returns the last ID of each table. It waits for transactions with payments to end, so that no payment or accrual with
 * a lower ID can appear later.
 */
export async function lastIds(handle: Handle): Promise<Map<DayTable, number>> {
  await holdPayments(handle);
  const found = new Map<DayTable, number>();
  for (const name of namesOf<DayTable>(DAY_TABLES)) {
    const { table, id } = sourceOf(handle, name);
    const [row] = await handle.db.select({ id: max(id) }).from(table);
    found.set(name, Number(row?.id ?? 0));
  }
  return found;
}
