import { and, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { holdPayments } from '../../db/query/locking.ts';
import { holdsText, replacedText } from '../../db/query/text.ts';
import { type Erasure, isDistinct } from './erasure-rules.ts';
import { claimsOf } from './erasure-store.ts';

// Each step moves at most `rows` of a user's rows to the tombstone, and returns their number; 0 if none are left.

export type Step = (handle: Handle, erasure: Erasure, rows: number, note: NoteChanges) => Promise<number>;

/** Records the times of changed rows, because files that have been exported no longer match these rows. */
export type NoteChanges = (
  handle: Handle,
  table: 'claims' | 'payments' | 'accruals',
  instants: readonly number[],
) => Promise<void>;

/**
 * Moves the link together with the claim that created it, because `verify` reports a link or claim without the other.
 */
export const moveLink: Step = async (handle, erasure, _rows, note) => {
  const { db, t } = handle;
  const claimId = await linkingClaim(handle, erasure.userId);
  if (claimId === null) return 0;
  await db.update(t.links).set({ user_id: erasure.tombstone }).where(eq(t.links.user_id, erasure.userId));
  await setClaims(handle, [claimId], erasure, note);
  return 1;
};

export const moveClaims: Step = async (handle, erasure, rows, note) => {
  const ids = (await claimsOf(handle, erasure.userId)).slice(0, rows);
  // The link is read after the claims: if the link has been created since the last step, its claim stays with the user,
  // like all later rows.
  const linking = await linkingClaim(handle, erasure.userId);
  const moving = ids.filter((id) => id !== linking);
  if (moving.length > 0) await setClaims(handle, moving, erasure, note);
  return moving.length;
};

/** Disconnects keys from the user's claims. The keys remain marked as used. */
export const untieKeys: Step = async (handle, { userId, tombstone }, rows) => {
  const { pool_keys: k } = handle.t;
  const claims = [...(await claimsOf(handle, userId)), ...(await claimsOf(handle, tombstone))];
  for (let at = 0; at < claims.length; at += rows) {
    const untied = await handle.db
      .update(k)
      .set({ claim_id: null, is_erased: true })
      .where(inArray(k.claim_id, claims.slice(at, at + rows)))
      .returning({ key_id: k.key_id });
    if (untied.length > 0) return untied.length;
  }
  return 0;
};

async function linkingClaim({ db, t: { links } }: Handle, userId: string): Promise<number | null> {
  const [link] = await db.select({ claim_id: links.claim_id }).from(links).where(eq(links.user_id, userId));
  return link?.claim_id ?? null;
}

async function setClaims(handle: Handle, ids: number[], erasure: Erasure, note: NoteChanges) {
  const { claims } = handle.t;
  const moved = await handle.db
    .update(claims)
    .set({ user_id: erasure.tombstone, report_detail: freeText(claims.report_detail, erasure) })
    .where(and(inArray(claims.claim_id, ids), eq(claims.user_id, erasure.userId)))
    .returning({ at: claims.created_at });
  await note(handle, 'claims', timesOf(moved));
}

const timesOf = (rows: readonly { at: number }[]) => rows.map(({ at }) => at);

export const moveTries: Step = async ({ db, t: { refused_tries: r } }, erasure, rows) => {
  const found = await db.select({ id: r.try_id }).from(r).where(eq(r.user_id, erasure.userId)).limit(rows);
  const ids = found.map(({ id }) => id);
  const set = { user_id: erasure.tombstone, code: freeText(r.code, erasure) };
  if (ids.length > 0) await db.update(r).set(set).where(inArray(r.try_id, ids));
  return ids.length;
};

export const movePayments: Step = async (handle, { userId, tombstone }, rows, note) => {
  const { db, t } = handle;
  const { payments: p } = t;
  const found = await db.select({ id: p.payment_id }).from(p).where(eq(p.user_id, userId)).limit(rows);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const at = p.received_at;
  const moved = await db.update(p).set({ user_id: tombstone }).where(inArray(p.payment_id, ids)).returning({ at });
  await note(handle, 'payments', timesOf(moved));
  return ids.length;
};

/**
 * Moves an accrual together with its reversals, because the amount that can still be reversed is the sum of one user's
 * rows. It starts with the newest accruals: their reversals are even newer, so few rows have to be searched.
 */
export const moveAccruals: Step = async (handle, { userId, tombstone }, rows, note) => {
  const { db, t } = handle;
  const { accruals: a } = t;
  await holdPayments(handle);
  const newest = (condition: SQL) =>
    db
      .select({ id: a.accrual_id })
      .from(a)
      .where(and(eq(a.user_id, userId), condition))
      .orderBy(desc(a.accrual_id))
      .limit(rows);
  const originals = await newest(isNull(a.reverses_accrual_id));
  const found = originals.length > 0 ? originals : await newest(isNotNull(a.reverses_accrual_id));
  const ids = found.map(({ id }) => id);
  const oldest = ids.at(-1);
  if (oldest === undefined) return 0;
  const theirs = or(inArray(a.accrual_id, ids), inArray(a.reverses_accrual_id, ids));
  const moved = await db
    .update(a)
    .set({ user_id: tombstone })
    .where(and(eq(a.user_id, userId), gte(a.accrual_id, oldest), theirs))
    .returning({ at: a.received_at });
  await note(handle, 'accruals', timesOf(moved));
  return moved.length;
};

/** A personal code gets the tombstone as its recipient, so that no other user can redeem it. */
export const moveCodes: Step = async ({ db, t: { codes: c } }, { userId, tombstone }, rows) => {
  // The second condition repeats the text of the index, so that the database uses the index.
  const theirs = and(eq(c.recipient, userId), sql`recipient is not null`);
  const found = await db.select({ id: c.code_id }).from(c).where(theirs).limit(rows);
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await db.update(c).set({ recipient: tombstone }).where(inArray(c.code_id, ids));
  return ids.length;
};

/** Replaces the recipient of batches, and the recipient in the requests of unfinished bulk jobs. */
export const moveBatches: Step = async (handle, { userId, tombstone }) => {
  const { bulk_jobs: j } = handle.t;
  const named = (id: string) => `"recipient":${JSON.stringify(id)}`;
  const changed = await handle.db
    .update(j)
    .set({
      recipient: sql`case when ${j.recipient} = ${userId} then ${tombstone} else ${j.recipient} end`,
      request: replacedText(j.request, named(userId), named(tombstone)),
    })
    .where(or(eq(j.recipient, userId), holdsText(handle, j.request, named(userId))))
    .returning({ job_id: j.job_id });
  return changed.length;
};

/** Deletes the identities last, because they show which anonymous IDs belong to the user. */
export const dropIdentities: Step = async ({ db, t: { identities: i } }, { userId }, rows) => {
  const found = await db.select({ anon_id: i.anon_id }).from(i).where(eq(i.user_id, userId)).limit(rows);
  const ids = found.map(({ anon_id }) => anon_id);
  if (ids.length > 0) await db.delete(i).where(and(eq(i.user_id, userId), inArray(i.anon_id, ids)));
  return ids.length;
};

/** Replaces the ID in text written by the game or the player, if the ID is long enough not to match by chance. */
const freeText = (column: Parameters<typeof replacedText>[0], { userId, tombstone }: Erasure) =>
  isDistinct(userId) ? replacedText(column, userId, tombstone) : sql`${column}`;
