import { and, asc, count, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Handle, Tables } from '../../../db/database.ts';

export type PasskeyRow = Tables['staff_passkeys']['$inferSelect'];
export type NewPasskeyRow = Omit<Tables['staff_passkeys']['$inferInsert'], 'passkey_id'>;

/** What a device proved with its response to a challenge. A proof can be used once, with `spendProof`. */
export interface PasskeyProof {
  passkeyId: number;
  staffId: number;
  /** When the challenge was created. */
  challengedAt: number;
  /** The device's signature counter. */
  signatures: number;
}

/** @returns null if the credential is already registered */
export async function insertPasskey({ db, t }: Handle, passkey: NewPasskeyRow): Promise<PasskeyRow | null> {
  const [row] = await db.insert(t.staff_passkeys).values(passkey).onConflictDoNothing().returning();
  return row ?? null;
}

export const listPasskeysOf = (
  { db, t: { staff_passkeys: passkeys } }: Handle,
  staffId: number,
): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.staff_id, staffId)).orderBy(asc(passkeys.passkey_id));

export async function countPasskeysOf(
  { db, t: { staff_passkeys: passkeys } }: Handle,
  staffId: number,
): Promise<number> {
  const [row] = await db.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.staff_id, staffId));
  return Number(row?.passkeys ?? 0);
}

export async function findPasskey(
  { db, t: { staff_passkeys: passkeys } }: Handle,
  credentialId: string,
): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credential_id, credentialId));
  return row ?? null;
}

/**
 * Deletes one of a person's passkeys.
 * @returns null if the person has no such passkey
 */
export async function deletePasskey(
  { db, t: { staff_passkeys: passkeys } }: Handle,
  { staffId, passkeyId }: { staffId: number; passkeyId: number },
): Promise<PasskeyRow | null> {
  const [row] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.passkey_id, passkeyId), eq(passkeys.staff_id, staffId)))
    .returning();
  return row ?? null;
}

/** Deletes all of a person's passkeys. */
export async function deletePasskeysOf(
  { db, t: { staff_passkeys: passkeys } }: Handle,
  staffId: number,
): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.staff_id, staffId));
}

/**
 * Accepts a proof, unless its challenge or a later one was already accepted, or the passkey was removed. A stored
 * instant in the future was written by a wrong clock and is ignored.
 */
export async function spendProof(
  { db, t: { staff_passkeys: passkeys } }: Handle,
  { passkeyId, staffId, challengedAt, signatures }: PasskeyProof,
  now: number,
): Promise<boolean> {
  const { challenged_at } = passkeys;
  const isFresh = or(isNull(challenged_at), lt(challenged_at, challengedAt), gt(challenged_at, now));
  const spent = await db
    .update(passkeys)
    .set({ challenged_at: challengedAt, signatures, last_used_at: now })
    .where(and(eq(passkeys.passkey_id, passkeyId), eq(passkeys.staff_id, staffId), isFresh))
    .returning({ passkey_id: passkeys.passkey_id });
  return spent.length > 0;
}
