import { and, asc, eq, gt, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { PAYMENT_STATUSES } from '../../../contract/words.ts';
import type { Handle, Tables } from '../../../db/database.ts';
import { oneOf } from '../../../db/query/one-of.ts';
import { sumText } from '../../../db/query/sums.ts';
import type { Minor } from '../../../lib/money.ts';
import type { RunStatus } from '../run/payout-run-rules.ts';

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Matches the statements for which `paymentStatusOf` returns this status. */
export function hasPaymentStatus(s: Tables['payout_statements'], status: PaymentStatus): SQL | undefined {
  const pays = and(gt(s.payable, 0n), eq(s.taken_out, false));
  if (status === 'failed') return and(pays, isNotNull(s.voided_at));
  return and(pays, isNull(s.voided_at), status === 'paid' ? isNotNull(s.paid_at) : isNull(s.paid_at));
}

/**
 * Checks whether a payment of the run has arrived. Only runs that are exported but not paid can have such a payment and
 * still be voided.
 */
export async function hasPaidStatement(
  { db, t }: Handle,
  { run_id, status }: { run_id: number; status: RunStatus },
): Promise<boolean> {
  if (status !== 'exported') return false;
  const { payout_statements: s } = t;
  const [row] = await db
    .select({ statement_id: s.statement_id })
    .from(s)
    .where(and(eq(s.run_id, run_id), hasPaymentStatus(s, 'paid')))
    .limit(1);
  return row !== undefined;
}

/** Finds the statements with which an import compares its lines; IDs from other runs are ignored. */
export function findPaidStatements(handle: Handle, runId: number, ids: readonly number[]) {
  const { payout_statements: s } = handle.t;
  const { statement_id, run_id, creator_id, creator_name, payable, voided_at, paid_at, taken_out } = s;
  return handle.db
    .select({ statement_id, run_id, creator_id, creator_name, payable, voided_at, paid_at, taken_out })
    .from(s)
    .where(and(oneOf(handle, statement_id, ids), eq(run_id, runId)));
}

export async function markStatementsPaid(handle: Handle, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const { payout_statements: s } = handle.t;
  await handle.db
    .update(s)
    .set({ paid_at: now })
    .where(oneOf(handle, s.statement_id, ids));
}

/** Voids statements whose payments failed, each with its reason. */
export async function markStatementsFailed(
  handle: Handle,
  failed: readonly { statement_id: number; reason: string }[],
  now: number,
): Promise<void> {
  if (failed.length === 0) return;
  const { db, t, dialect } = handle;
  const { payout_statements: s } = t;
  const json = JSON.stringify(failed.map(({ statement_id, reason }) => [statement_id, reason]));
  const rows = dialect === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(cast(${json} as json))`;
  await db
    .update(s)
    .set({ voided_at: now, void_reason: sql`failed.reason` })
    .from(sql`(select cast(value ->> 0 as bigint) as id, value ->> 1 as reason from ${rows}) as failed`)
    .where(sql`${s.statement_id} = failed.id`);
}

export interface OpenStatement {
  statement_id: number;
  run_id: number;
  creator_id: string;
  creator_name: string | null;
  payable: Minor;
}

/** Counts and lists a run's payable statements without a result, except for those that the file contains. */
export async function findWithoutResult(handle: Handle, runId: number, except: readonly number[], most: number) {
  const { payout_statements: s } = handle.t;
  const where = and(
    eq(s.run_id, runId),
    hasPaymentStatus(s, 'pending'),
    except.length === 0 ? undefined : not(oneOf(handle, s.statement_id, except)),
  );
  const { statement_id, run_id, creator_id, creator_name, payable } = s;
  const first: OpenStatement[] = await handle.db
    .select({ statement_id, run_id, creator_id, creator_name, payable })
    .from(s)
    .where(where)
    .orderBy(asc(s.statement_id))
    .limit(most);
  const [sums] = await handle.db
    .select({ statements: sql<number | string>`count(*)`, payable: sumText(s.payable) })
    .from(s)
    .where(where);
  return { first, statements: Number(sums?.statements ?? 0), payable: BigInt(sums?.payable ?? 0) };
}
