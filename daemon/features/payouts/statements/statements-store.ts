import { and, asc, eq, gt, inArray, isNotNull, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../../db/database.ts';
import { contains, countRows, offsetOf, orderOf, type PageQuery } from '../../../db/query/listing.ts';
import { forUpdate } from '../../../db/query/locking.ts';
import { manyRows } from '../../../db/query/many-rows.ts';
import { sumText } from '../../../db/query/sums.ts';
import type { CarryReason } from '../../../domain/payouts/statement-amounts.ts';

import { hasPaymentStatus, type PaymentStatus } from './statement-payments-store.ts';

export type StatementRow = Tables['payout_statements']['$inferSelect'];
export type LineRow = Tables['payout_lines']['$inferSelect'];
export type NewStatement = Omit<Tables['payout_statements']['$inferInsert'], 'statement_id'>;
export type NewLine = Omit<Tables['payout_lines']['$inferInsert'], 'line_id' | 'statement_id' | 'run_id'>;
export interface StatementWithLines {
  statement: NewStatement;
  lines: NewLine[];
}

/** Writes statements in the order of the CSV, which is ID order. */
export async function insertStatements(handle: Handle, made: readonly StatementWithLines[]): Promise<void> {
  if (made.length === 0) return;
  const { db, t } = handle;
  const statements = made.map(({ statement }) => statement);
  const ids = await db
    .insert(t.payout_statements)
    .select(manyRows(handle, t.payout_statements, statements))
    .returning({ statement_id: t.payout_statements.statement_id, creator_id: t.payout_statements.creator_id });
  const byCreator = new Map(ids.map((row) => [row.creator_id, row.statement_id]));
  const lines = made.flatMap(({ statement, lines }) =>
    lines.map((line) => ({
      ...line,
      statement_id: byCreator.get(statement.creator_id) ?? 0,
      run_id: statement.run_id,
    })),
  );
  if (lines.length > 0) await db.insert(t.payout_lines).select(manyRows(handle, t.payout_lines, lines));
}

/** A creator whose statement cannot be created, and the reason. */
export interface PayoutFailure {
  creator_id: string;
  reason: string;
}

export interface StatementFilter {
  /** Only statements that carry an amount out for this reason. */
  carry_reason?: CarryReason | undefined;
  address_changed?: boolean | undefined;
  /** Whether the statement has a payable amount but no payout method or address. */
  missing_details?: boolean | undefined;
  voided?: boolean | undefined;
  payment_status?: PaymentStatus | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

const columnsOf = (handle: Handle, runId: number, filter: StatementFilter) => {
  const { payout_statements: s } = handle.t;
  return and(
    eq(s.run_id, runId),
    filter.carry_reason ? eq(s.carry_reason, filter.carry_reason) : undefined,
    filter.address_changed === undefined ? undefined : eq(s.address_changed, filter.address_changed),
    filter.missing_details === undefined ? undefined : filter.missing_details ? isUnpayable(s) : not(isUnpayable(s)),
    filter.voided === undefined ? undefined : filter.voided ? isNotNull(s.voided_at) : isNull(s.voided_at),
    filter.payment_status ? hasPaymentStatus(s, filter.payment_status) : undefined,
    filter.q ? contains(filter.q, s.creator_id, s.creator_name) : undefined,
  );
};

/** The characters that JavaScript's `trim` removes. By default, SQL's `trim` removes only spaces. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const isBlank = (column: SQLWrapper) => sql`trim(coalesce(${column}, ''), ${BLANKS}) = ''`;

/**
 * Matches statements with a payable amount but no payout method or address, which the reconciliation calls `unpayable`.
 */
export const isUnpayable = (s: Tables['payout_statements']) =>
  sql`(${s.payable} > 0 and (${isBlank(s.payout_method)} or ${isBlank(s.payout_address)}))`;

/** Lists statements, largest payment first unless the query requests another order. */
export async function listStatementRows(handle: Handle, runId: number, query: PageQuery & StatementFilter) {
  const { payout_statements: s } = handle.t;
  const where = columnsOf(handle, runId, query);
  const rows: StatementRow[] = await handle.db
    .select()
    .from(s)
    .where(where)
    .orderBy(...orderOfStatements(s, query.sort))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows, total: await countRows(handle, s, where) };
}

function orderOfStatements(s: Tables['payout_statements'], sort = '-payable'): SQL[] {
  const { payable, commission, revenue, carried_out } = s;
  const creator = sql`lower(coalesce(${s.creator_name}, ${s.creator_id}))`;
  const [first] = orderOf(sort, { payable, commission, revenue, carried_out, creator }, s.statement_id);
  return first ? [first, asc(s.statement_id)] : [];
}

export async function listLinesOf({ db, t }: Handle, statementIds: readonly number[]): Promise<LineRow[]> {
  if (statementIds.length === 0) return [];
  const { payout_lines: l } = t;
  return db
    .select()
    .from(l)
    .where(inArray(l.statement_id, [...statementIds]))
    .orderBy(asc(l.line_id));
}

/** Lists the statements in a payout run's files, in the order in which they were created. */
export async function listStatementsAfter({ db, t }: Handle, runId: number, after: number, limit: number) {
  const { payout_statements: s } = t;
  const rows: StatementRow[] = await db
    .select()
    .from(s)
    .where(and(eq(s.run_id, runId), eq(s.taken_out, false), gt(s.statement_id, after)))
    .orderBy(asc(s.statement_id))
    .limit(limit);
  return rows;
}

/** Counts the lines in a payout run's files. */
export async function countLines({ db, t }: Handle, runId: number): Promise<number> {
  const { payout_lines: l, payout_statements: s } = t;
  const [row] = await db
    .select({ lines: sql<number | string>`count(*)` })
    .from(l)
    .innerJoin(s, eq(s.statement_id, l.statement_id))
    .where(and(eq(l.run_id, runId), eq(s.taken_out, false)));
  return Number(row?.lines ?? 0);
}

export async function findLine({ db, t }: Handle, runId: number, lineId: number): Promise<LineRow | null> {
  const { payout_lines: l } = t;
  const [row] = await db
    .select()
    .from(l)
    .where(and(eq(l.line_id, lineId), eq(l.run_id, runId)));
  return row ?? null;
}

const selectStatement = ({ db, t: { payout_statements: s } }: Handle, runId: number, statementId: number) =>
  db
    .select()
    .from(s)
    .where(and(eq(s.statement_id, statementId), eq(s.run_id, runId)));

export async function findStatement(handle: Handle, runId: number, statementId: number): Promise<StatementRow | null> {
  const [row] = await selectStatement(handle, runId, statementId);
  return row ?? null;
}

/** Finds a statement and locks its row until the transaction ends. */
export async function findStatementForUpdate(handle: Handle, runId: number, statementId: number) {
  const [row] = await forUpdate(handle, selectStatement(handle, runId, statementId));
  return row ?? null;
}

/** Returns the amount that a payout run pays to each creator; void statements count with their original amount. */
export async function findPayables({ db, t }: Handle, runId: number, creatorIds: readonly string[]) {
  const { creator_id, payable, run_id, taken_out } = t.payout_statements;
  const rows = await db
    .select({ creator_id, payable })
    .from(t.payout_statements)
    .where(and(eq(run_id, runId), eq(taken_out, false), inArray(creator_id, [...creatorIds])));
  return new Map(rows.map((row) => [row.creator_id, row.payable]));
}

export async function markStatementVoid(
  { db, t }: Handle,
  statementId: number,
  { now, reason, takenOut }: { now: number; reason: string; takenOut: boolean },
): Promise<void> {
  const { payout_statements: s } = t;
  await db
    .update(s)
    .set({ voided_at: now, void_reason: reason, taken_out: takenOut })
    .where(eq(s.statement_id, statementId));
}

/**
 * Lists creators whom the payout run pays although their payouts, or the payouts of a creator merged into them, are now
 * frozen.
 */
export async function listFrozenSince({ db, t }: Handle, runId: number, most: number) {
  const { payout_statements: s, creators: c } = t;
  const isFrozen = sql`exists (select 1 from creators its
    where its.payout_hold is not null and (its.creator_id = ${s.creator_id} or its.merged_into = ${s.creator_id}))`;
  return await db
    .select({ creator_id: s.creator_id, creator_name: c.display_name })
    .from(s)
    .innerJoin(c, eq(c.creator_id, s.creator_id))
    .where(and(eq(s.run_id, runId), isNull(s.voided_at), gt(s.payable, 0n), isFrozen))
    .orderBy(asc(s.creator_id))
    .limit(most);
}

export async function insertFailures({ db, t }: Handle, runId: number, failures: readonly PayoutFailure[]) {
  if (failures.length === 0) return;
  await db.insert(t.payout_failures).values(failures.map((failure) => ({ run_id: runId, ...failure })));
}

/** Lists the first creators in a payout run whose statements could not be created, and counts all of them. */
export async function listFailures(handle: Handle, runId: number, most: number) {
  const { payout_failures: f } = handle.t;
  const ofRun = eq(f.run_id, runId);
  const rows: PayoutFailure[] = await handle.db
    .select({ creator_id: f.creator_id, reason: f.reason })
    .from(f)
    .where(ofRun)
    .orderBy(asc(f.creator_id))
    .limit(most);
  return { rows, total: await countRows(handle, f, ofRun) };
}

/** Sums the statements of a payout run except for those removed from the draft. The sums are text. */
export async function sumStatements({ db, t }: Handle, runId: number) {
  const { payout_statements: s } = t;
  const [row] = await db
    .select({
      creators: sql<string>`cast(count(*) as text)`,
      creators_paid: sumText(sql`case when ${s.payable} > 0 then 1 else 0 end`),
      addresses_changed: sumText(sql`case when ${s.address_changed} then 1 else 0 end`),
      revenue: sumText(s.revenue),
      refunds: sumText(s.refunds),
      commission: sumText(s.commission),
      carried_in: sumText(s.carried_in),
      payable: sumText(s.payable),
      carried_out: sumText(s.carried_out),
    })
    .from(s)
    .where(and(eq(s.run_id, runId), eq(s.taken_out, false)));
  if (!row) throw new Error('The query for the sums returned no row');
  return row;
}
