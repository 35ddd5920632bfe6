import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { UNMATCHED_REASONS } from '../../contract/admin/payments.ts';
import type { Handle } from '../../db/database.ts';
import { paidColumns } from '../../db/query/paid-columns.ts';
import { paymentGames } from '../../db/query/payment-games.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import type { UnmatchedReason } from '../../domain/payments/payment-batch.ts';

export interface UnmatchedFilter {
  reason?: UnmatchedReason | undefined;
  user_id?: string | undefined;
  /** Only payments of these games; null for all games. */
  games: Games;
  /** The transaction_id to search for. */
  q?: string | undefined;
}

/**
 * Lists unmatched payments older than `before`, newest first, with one query per reason, because the index starts with
 * the reason.
 */
export async function listUnmatchedRows(handle: Handle, filter: UnmatchedFilter, before: number | null, limit: number) {
  const ids = filter.q === undefined ? null : await findByTransaction(handle, filter.q, filter.games);
  const reasons = filter.reason || filter.user_id || ids ? [filter.reason] : UNMATCHED_REASONS;
  const rows: UnmatchedRow[] = [];
  for (const reason of reasons)
    rows.push(...(await listOfReason(handle, { ...filter, reason, ids }, before, limit)).filter(hasReason));
  return rows.sort((a, b) => b.payment_id - a.payment_id).slice(0, limit);
}

type FoundRow = Awaited<ReturnType<typeof listOfReason>>[number];
export type UnmatchedRow = FoundRow & { reason: UnmatchedReason };

const hasReason = (row: FoundRow): row is UnmatchedRow => row.reason !== null;

function listOfReason(
  { db, t }: Handle,
  filter: UnmatchedFilter & { ids: number[] | null },
  before: number | null,
  limit: number,
) {
  const { payments: p, exchange_rates: x } = t;
  return db
    .select({
      paid: paidColumns(t),
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
    .leftJoin(x, eq(x.rate_id, p.rate_id))
    .where(
      and(
        filter.reason ? eq(p.unmatched_reason, filter.reason) : isNotNull(p.unmatched_reason),
        filter.user_id === undefined ? undefined : eq(p.user_id, filter.user_id),
        filter.ids ? inArray(p.payment_id, filter.ids) : undefined,
        gameWithin(filter.games, p.game_id),
        before === null ? undefined : lt(p.payment_id, before),
      ),
    )
    .orderBy(desc(p.payment_id))
    .limit(limit);
}

/** Limits the result, because many refunds can refer to one payment. */
const MOST_FOUND = 500;

/**
 * Finds the newest payments and refunds with a transaction_id, game by game, because the indexes start with the game.
 */
async function findByTransaction({ db, t }: Handle, q: string, only: Games) {
  const { payments: p } = t;
  const find = (column: typeof p.transaction_id | typeof p.refund_of) => {
    return db
      .select({ payment_id: p.payment_id })
      .from(p)
      .where(and(gameWithin(only, p.game_id) ?? sql`${p.game_id} in (${paymentGames(t, column)})`, eq(column, q)))
      .orderBy(desc(p.payment_id))
      .limit(MOST_FOUND);
  };
  return [...(await find(p.transaction_id)), ...(await find(p.refund_of))].map((row) => row.payment_id);
}
