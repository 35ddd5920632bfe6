import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { paidColumns } from '../../db/query/paid-columns.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

/** Lists a user's payments and refunds before a position, newest first by (received_at, payment_id). */
export function listPaymentsBefore(
  { db, t }: Handle,
  userId: string,
  { games, before }: { games: Games; before: { at: number; id: number } | null },
  limit: number,
) {
  const { payments: p, exchange_rates: x } = t;
  const isBefore =
    before && or(lt(p.received_at, before.at), and(eq(p.received_at, before.at), lt(p.payment_id, before.id)));
  return db
    .select({
      paid: paidColumns(t),
      payment_id: p.payment_id,
      transaction_id: p.transaction_id,
      game_id: p.game_id,
      amount: p.amount,
      refund_of: p.refund_of,
      created_at: p.created_at,
      received_at: p.received_at,
    })
    .from(p)
    .leftJoin(x, eq(x.rate_id, p.rate_id))
    .where(and(eq(p.user_id, userId), isBefore ?? undefined, gameWithin(games, p.game_id)))
    .orderBy(desc(p.received_at), desc(p.payment_id))
    .limit(limit);
}
