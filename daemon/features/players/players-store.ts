import { aliasedTable, and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { campaignWithin, codeWithin, gameWithin, keyWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import type { paidOut } from '../../domain/payments/paid-out.ts';
import type { Minor } from '../../lib/money.ts';
import { listPaymentsBefore } from './timeline-store.ts';

/** Returns the link of a user if the claim that created it belongs to a campaign of these games. */
export async function findLink(handle: Handle, userId: string, games: Games) {
  const { links, creators, claims } = handle.t;
  const ofGames = codeWithin(handle, games, claims.code_id);
  const isWithin =
    ofGames && sql`exists (select 1 from ${claims} where ${claims.claim_id} = ${links.claim_id} and ${ofGames})`;
  const [row] = await handle.db
    .select({
      creator_id: links.creator_id,
      display_name: creators.display_name,
      claim_id: links.claim_id,
      linked_at: links.created_at,
    })
    .from(links)
    .leftJoin(creators, eq(creators.creator_id, links.creator_id))
    .where(and(eq(links.user_id, userId), isWithin));
  return row ?? null;
}

export function listRefusedTries(
  handle: Handle,
  userId: string,
  { withValidates, games, limit }: { withValidates: boolean; games: Games; limit: number },
) {
  const { refused_tries: r } = handle.t;
  const isKind = withValidates ? undefined : eq(r.is_validate, false);
  return handle.db
    .select({
      try_id: r.try_id,
      code: r.code,
      reason: r.reason,
      attribute: r.attribute,
      is_validate: r.is_validate,
      created_at: r.created_at,
    })
    .from(r)
    .where(and(eq(r.user_id, userId), isKind, keyWithin(handle, games, r.family_id)))
    .orderBy(desc(r.created_at), desc(r.try_id))
    .limit(limit);
}

/**
 * Returns the conditions of codes by normal form, and the time of each code's last change. For a creator code, both
 * come from its base code.
 */
export async function findConditions({ db, t }: Handle, norms: readonly string[]) {
  const base = aliasedTable(t.codes, 'base');
  const rows = await db
    .select({ norm: t.codes.code_norm, conditions: base.conditions, changed_at: base.updated_at })
    .from(t.codes)
    .innerJoin(base, sql`${base.code_id} = coalesce(${t.codes.base_code_id}, ${t.codes.code_id})`)
    .where(inArray(t.codes.code_norm, [...norms]));
  return new Map(rows.map(({ norm, ...row }) => [norm, row]));
}

export interface PlayerPayment {
  payment_id: number;
  transaction_id: string | null;
  game_id: string;
  amount: Minor;
  paid: Parameters<typeof paidOut>[0];
  refund_of: string | null;
  created_at: number;
  received_at: number;
  /** The accrued minor units as text; null if the payment does not count towards a commission. */
  accrued: string | null;
  creator_id: string | null;
  creator_name: string | null;
}

/** Lists the newest payments, each with its creator and the amount that accrued. */
export async function listPayments(
  handle: Handle,
  userId: string,
  games: Games,
  limit: number,
): Promise<PlayerPayment[]> {
  const { db, t } = handle;
  const { accruals: a, creators: c } = t;
  const rows = await listPaymentsBefore(handle, userId, { games, before: null }, limit);
  const ids = rows.map((row) => row.payment_id);
  if (ids.length === 0) return [];
  const accrued = await db
    .select({
      payment_id: a.payment_id,
      creator_id: sql<string>`min(${a.creator_id})`,
      creator_name: sql<string | null>`min(${c.display_name})`,
      amount: sumText(a.amount),
    })
    .from(a)
    .leftJoin(c, eq(c.creator_id, a.creator_id))
    .where(and(inArray(a.payment_id, ids), campaignWithin(handle, games, a.campaign_id)))
    .groupBy(a.payment_id);
  const byPayment = new Map(accrued.map((row) => [row.payment_id, row]));
  return rows.map((row) => {
    const { amount = null, creator_id = null, creator_name = null } = byPayment.get(row.payment_id) ?? {};
    return { ...row, accrued: amount, creator_id, creator_name };
  });
}

export async function sumPayments({ db, t: { payments: p } }: Handle, userId: string, games: Games) {
  const [row] = await db
    .select({ payments: sql<number | string>`count(*)`, paid: sumText(p.amount) })
    .from(p)
    .where(and(eq(p.user_id, userId), gameWithin(games, p.game_id)));
  return { payments: Number(row?.payments ?? 0), paid: row?.paid ?? '0' };
}
