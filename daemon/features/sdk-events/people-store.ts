import { and, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { codeWithin, gameWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import type { EventSpan } from '../../event-log/event-log.ts';
import type { PersonSums } from './source-rules.ts';

export interface LedgerSpan extends EventSpan {
  /** The games that the caller is limited to; null if the caller is not limited. */
  limit: Games;
}

/** Returns what people claimed and paid within a span; nothing for those who did neither. */
export async function sumPeople(
  handle: Handle,
  people: readonly string[],
  { from, to, games, limit }: LedgerSpan,
): Promise<Map<string, PersonSums>> {
  const { claims: k, payments: m } = handle.t;
  const claimers = await handle.db
    .selectDistinct({ user_id: k.user_id })
    .from(k)
    .where(
      and(
        inArray(k.user_id, [...people]),
        isNull(k.released_at),
        gte(k.created_at, from),
        lt(k.created_at, to),
        codeWithin(handle, limit, k.code_id),
      ),
    );
  const payers = await handle.db
    .select({
      user_id: m.user_id,
      payments: sql<number | string>`count(case when ${m.amount} > 0 then 1 end)`,
      revenue: sumText(m.amount),
    })
    .from(m)
    .where(
      and(
        inArray(m.user_id, [...people]),
        gte(m.received_at, from),
        lt(m.received_at, to),
        gameWithin(games, m.game_id),
      ),
    )
    .groupBy(m.user_id);
  const sums = new Map<string, PersonSums>();
  for (const { user_id, payments, revenue } of payers)
    sums.set(user_id, { claimed: false, payments: Number(payments), revenue: BigInt(revenue) });
  for (const { user_id } of claimers)
    sums.set(user_id, { ...(sums.get(user_id) ?? { payments: 0, revenue: 0n }), claimed: true });
  return sums;
}
