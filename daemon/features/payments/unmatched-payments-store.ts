import { and, desc, eq, isNotNull, lt } from 'drizzle-orm';
import { UNMATCHED_REASONS } from '../../contract/admin/payments.ts';
import type { Handle } from '../../db/database.ts';
import type { UnmatchedReason } from './payment-rules.ts';

export interface UnmatchedFilter {
  reason?: UnmatchedReason | undefined;
  user_id?: string | undefined;
  game_id?: string | undefined;
}

/** Newest first, older than a payment. One reason per query, because the index begins with the reason. */
export async function listUnmatchedRows(handle: Handle, filter: UnmatchedFilter, before: number | null, limit: number) {
  const reasons = filter.reason || filter.user_id ? [filter.reason] : UNMATCHED_REASONS;
  const rows: UnmatchedRow[] = [];
  for (const reason of reasons)
    rows.push(...(await listOfReason(handle, { ...filter, reason }, before, limit)).filter(hasReason));
  return rows.sort((a, b) => b.payment_id - a.payment_id).slice(0, limit);
}

type FoundRow = Awaited<ReturnType<typeof listOfReason>>[number];
export type UnmatchedRow = FoundRow & { reason: UnmatchedReason };

const hasReason = (row: FoundRow): row is UnmatchedRow => row.reason !== null;

function listOfReason(
  { db, t: { payments: p } }: Handle,
  filter: UnmatchedFilter,
  before: number | null,
  limit: number,
) {
  return db
    .select({
      payment_id: p.payment_id,
      game_id: p.game_id,
      transaction_id: p.transaction_id,
      user_id: p.user_id,
      amount: p.amount,
      refund_of: p.refund_of,
      reason: p.unmatched_reason,
      unmatched: p.unmatched_amount,
      created_at: p.created_at,
      received_at: p.received_at,
    })
    .from(p)
    .where(
      and(
        filter.reason ? eq(p.unmatched_reason, filter.reason) : isNotNull(p.unmatched_reason),
        filter.user_id === undefined ? undefined : eq(p.user_id, filter.user_id),
        filter.game_id === undefined ? undefined : eq(p.game_id, filter.game_id),
        before === null ? undefined : lt(p.payment_id, before),
      ),
    )
    .orderBy(desc(p.payment_id))
    .limit(limit);
}
