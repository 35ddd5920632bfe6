import { and, count, countDistinct, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { idAtInstant, OUT_OF_ORDER_MS, type TimedTable } from '../../db/query/id-at-instant.ts';
import { LANDING_TYPE } from '../../domain/events/landings.ts';

export interface Day {
  from: number;
  /** Exclusive. */
  to: number;
}

/** IDs from `from` up to `below`, which is excluded. */
export interface IdSpan {
  from: number;
  below: number;
}

/** The count for one code, one link, or one value that players typed. */
export interface Counted<Key> {
  key: Key;
  count: number;
}

const tableOf = ({ t: { claims, payments, refused_tries: tries } }: Handle): Record<Source, TimedTable> => ({
  claims: { table: claims, id: claims.claim_id, at: claims.created_at },
  payments: { table: payments, id: payments.payment_id, at: payments.received_at },
  tries: { table: tries, id: tries.try_id, at: tries.created_at },
});
export type Source = 'claims' | 'payments' | 'tries';

/** Returns the range of IDs that a day's rows can have. */
export async function idsOfDay(handle: Handle, source: Source, { from, to }: Day): Promise<IdSpan> {
  const table = tableOf(handle)[source];
  const first = await idAtInstant(handle, table, from - OUT_OF_ORDER_MS);
  return { from: first, below: await idAtInstant(handle, table, to + OUT_OF_ORDER_MS) };
}

function isWithin(handle: Handle, source: Source, ids: IdSpan, { from, to }: Day) {
  const { id, at } = tableOf(handle)[source];
  return and(gte(id, ids.from), lt(id, ids.below), gte(at, from), lt(at, to));
}

export function countClaims(handle: Handle, ids: IdSpan, day: Day): Promise<Counted<number>[]> {
  const { claims: k } = handle.t;
  return handle.db
    .select({ key: k.code_id, count: count() })
    .from(k)
    .where(isWithin(handle, 'claims', ids, day))
    .groupBy(k.code_id);
}

/** Counts refunds by code, for each code that the refunded player has redeemed. */
export function countRefunds(handle: Handle, ids: IdSpan, day: Day): Promise<Counted<number>[]> {
  const { payments: p, claims: k } = handle.t;
  return handle.db
    .select({ key: k.code_id, count: count() })
    .from(p)
    .innerJoin(k, and(eq(k.user_id, p.user_id), isNull(k.released_at)))
    .where(and(isWithin(handle, 'payments', ids, day), lt(p.amount, 0n)))
    .groupBy(k.code_id);
}

/** The reasons for which a single-use code or a personal code is refused to other players. */
const REFUSED_TO_OTHERS = ['limit_reached', 'not_the_recipient'];

const normOf = ({ t: { refused_tries: r } }: Handle) => sql<string>`upper(trim(${r.code}))`;

export function countTries(handle: Handle, ids: IdSpan, day: Day): Promise<Counted<string>[]> {
  const { refused_tries: r } = handle.t;
  const isTry = and(inArray(r.reason, REFUSED_TO_OTHERS), eq(r.is_validate, false));
  return handle.db
    .select({ key: normOf(handle), count: count() })
    .from(r)
    .where(and(isWithin(handle, 'tries', ids, day), isTry))
    .groupBy(normOf(handle));
}

/**
 * Matches attempts to redeem these values on a day. The first condition repeats the text of the index, so that the
 * database uses the index.
 */
function isTryOf(handle: Handle, norms: readonly string[], { from, to }: Day) {
  const { refused_tries: r } = handle.t;
  return and(
    sql`reason <> 'code_not_found'`,
    inArray(normOf(handle), [...norms]),
    gte(r.created_at, from),
    lt(r.created_at, to),
    eq(r.is_validate, false),
    inArray(r.reason, REFUSED_TO_OTHERS),
  );
}

/** Counts the players to whom each code was refused. Only single-use codes and personal codes are included. */
export async function countTriers(handle: Handle, norms: readonly string[], day: Day): Promise<Counted<number>[]> {
  const { refused_tries: r, codes: c } = handle.t;
  const found = await handle.db
    .select({ code_id: c.code_id, norm: sql<string>`${c.code_norm}` })
    .from(c)
    .where(and(inArray(c.code_norm, [...norms]), or(eq(c.usage_limit, 1), isNotNull(c.recipient))));
  if (found.length === 0) return [];
  const idOf = new Map(found.map(({ code_id, norm }) => [norm, code_id]));
  const rows = await handle.db
    .select({ norm: normOf(handle), count: countDistinct(r.user_id) })
    .from(r)
    .where(isTryOf(handle, [...idOf.keys()], day))
    .groupBy(normOf(handle));
  return rows.flatMap(({ norm, count }) => {
    const key = idOf.get(norm);
    return key === undefined ? [] : [{ key, count }];
  });
}

/** Lists the players to whom a code was refused on a day, most attempts first. */
export function listTriers(handle: Handle, norm: string, day: Day, most: number) {
  const { refused_tries: r } = handle.t;
  return handle.db
    .select({ user_id: r.user_id, tries: count(), last_at: sql<number>`max(${r.created_at})`.mapWith(Number) })
    .from(r)
    .where(isTryOf(handle, [norm], day))
    .groupBy(r.user_id)
    .orderBy(desc(count()), r.user_id)
    .limit(most);
}

/** Lists refunds to players who redeemed the code, oldest first. */
export function listRefunds(handle: Handle, codeId: number, ids: IdSpan, day: Day, most: number) {
  const { payments: p, claims: k } = handle.t;
  const { user_id, transaction_id, amount, received_at } = p;
  return handle.db
    .select({ user_id, transaction_id, amount, received_at })
    .from(p)
    .innerJoin(k, and(eq(k.user_id, p.user_id), isNull(k.released_at), eq(k.code_id, codeId)))
    .where(and(isWithin(handle, 'payments', ids, day), lt(p.amount, 0n)))
    .orderBy(p.payment_id)
    .limit(most);
}

/** Counts the sessions in a span that were opened through referral links, by recorded link. */
export async function countSessions(handle: Handle, { from, to }: Day): Promise<Counted<string>[]> {
  const { sdk_events: e } = handle.t;
  const isLanding = and(eq(e.event_type, LANDING_TYPE), isNotNull(e.referral_link));
  return handle.db
    .select({ key: sql<string>`${e.referral_link}`, count: count() })
    .from(e)
    .where(and(gte(e.created_at, from), lt(e.created_at, to), isLanding))
    .groupBy(e.referral_link);
}
