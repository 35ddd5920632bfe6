import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { macOf } from '../../lib/keyed.ts';

/**
 * No API key has this family. An erasure in progress is stored as one row among the responses stored for idempotency
 * keys. The row is deleted when the erasure is done.
 */
const COMMAND_FAMILY = 0;

/** Returns the name under which an erasure is stored. The name does not reveal the user. */
function nameOf({ keys }: Handle, userId: string): string {
  if (!keys.secretKey) throw new Error('This database was opened without its secret key');
  return `erase-user ${macOf(keys.secretKey, `erase user\n${userId}`)}`;
}

const ofUser = (handle: Handle, userId: string) =>
  and(
    eq(handle.t.idempotency_keys.family_id, COMMAND_FAMILY),
    eq(handle.t.idempotency_keys.idempotency_key, nameOf(handle, userId)),
  );

/**
 * Returns the tombstone of an interrupted run, so that this run continues the erasure. If there is none, stores and
 * returns the new tombstone.
 */
export async function takeTombstone(handle: Handle, userId: string, fresh: string, now: number) {
  const { db, t } = handle;
  const { idempotency_keys: k } = t;
  const [kept] = await db.select({ body: k.body }).from(k).where(ofUser(handle, userId));
  if (kept) return { tombstone: kept.body, resumed: true };
  const row = { request_hash: '', status: 0, body: fresh, created_at: now };
  await db.insert(k).values({ family_id: COMMAND_FAMILY, idempotency_key: nameOf(handle, userId), ...row });
  return { tombstone: fresh, resumed: false };
}

export async function dropTombstone(handle: Handle, userId: string): Promise<void> {
  await handle.db.delete(handle.t.idempotency_keys).where(ofUser(handle, userId));
}

/** Returns a user's claims. Current claims have an index by user; released claims are found through their remedies. */
export async function claimsOf({ db, t: { claims, claim_remedies } }: Handle, userId: string): Promise<number[]> {
  const living = await db
    .select({ id: claims.claim_id })
    .from(claims)
    .where(and(eq(claims.user_id, userId), isNull(claims.released_at)));
  const released = await db
    .selectDistinct({ id: claims.claim_id })
    .from(claim_remedies)
    .innerJoin(claims, eq(claims.claim_id, claim_remedies.claim_id))
    .where(and(eq(claims.user_id, userId), isNotNull(claims.released_at)));
  return [...living, ...released].map(({ id }) => id);
}

export async function isCreator({ db, t: { creators } }: Handle, userId: string): Promise<boolean> {
  const [row] = await db.select({ id: creators.creator_id }).from(creators).where(eq(creators.creator_id, userId));
  return row !== undefined;
}
