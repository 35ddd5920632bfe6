import { isNotNull, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { paymentGames } from '../../db/query/payment-games.ts';

/** Lists the games named in keys, campaigns, and payments with a transaction_id, sorted. */
export async function listNamedGames({ db, t }: Handle): Promise<string[]> {
  const { api_keys: k, campaigns: p } = t;
  const keys = await db.selectDistinct({ id: k.game_id }).from(k).where(isNotNull(k.game_id));
  const lists = await db.selectDistinct({ games: p.games }).from(p).where(isNotNull(p.games));
  const paid = await db
    .select({ id: sql<string>`paid.id` })
    .from(sql`(${paymentGames(t, t.payments.transaction_id)}) as paid`);
  const ofCampaigns = lists.flatMap(({ games }) => JSON.parse(games ?? '[]') as string[]);
  return [...new Set([...keys.map(({ id }) => id ?? ''), ...ofCampaigns, ...paid.map(({ id }) => id)])].sort();
}
