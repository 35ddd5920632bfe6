import { and, count, desc, eq, lte } from 'drizzle-orm';
import type { Database, Handle, Tables } from '../../../db/database.ts';
import { ORGANISATION_ID } from '../../../db/seed.ts';
import { callerColumns } from '../sessions-store.ts';

export type TokenRow = Tables['staff_tokens']['$inferSelect'];
export type NewToken = Tables['staff_tokens']['$inferInsert'];

/** Inserts a token and deletes the same person's expired tokens. */
export async function insertToken({ db, t: { staff_tokens: tokens } }: Handle, token: NewToken): Promise<TokenRow> {
  await db.delete(tokens).where(and(eq(tokens.staff_id, token.staff_id), lte(tokens.expires_at, token.created_at)));
  const [row] = await db.insert(tokens).values(token).returning();
  if (!row) throw new Error('The insert of a token returned no row');
  return row;
}

export const listTokensOf = ({ db, t: { staff_tokens: tokens } }: Handle, staffId: number): Promise<TokenRow[]> =>
  db.select().from(tokens).where(eq(tokens.staff_id, staffId)).orderBy(desc(tokens.token_id));

export async function countTokensOf({ db, t: { staff_tokens: tokens } }: Handle, staffId: number): Promise<number> {
  const [row] = await db.select({ tokens: count() }).from(tokens).where(eq(tokens.staff_id, staffId));
  return Number(row?.tokens ?? 0);
}

/**
 * Deletes one of a person's tokens.
 * @returns null if the person has no such token
 */
export async function deleteToken(
  { db, t: { staff_tokens: tokens } }: Handle,
  { staffId, tokenId }: { staffId: number; tokenId: number },
): Promise<TokenRow | null> {
  const [row] = await db
    .delete(tokens)
    .where(and(eq(tokens.token_id, tokenId), eq(tokens.staff_id, staffId)))
    .returning();
  return row ?? null;
}

/** Deletes all of a person's tokens. */
export async function deleteTokensOf({ db, t: { staff_tokens: tokens } }: Handle, staffId: number): Promise<void> {
  await db.delete(tokens).where(eq(tokens.staff_id, staffId));
}

export const noteTokenUse = (db: Database, tokenId: number, now: number): Promise<void> =>
  db.write(async ({ db, t: { staff_tokens: tokens } }) => {
    await db.update(tokens).set({ last_used_at: now }).where(eq(tokens.token_id, tokenId));
  });

/** Finds a token, even an expired one, with its person and the organisation's requirements for them. */
export async function findToken({ db, t }: Handle, tokenHash: string) {
  const { staff, staff_tokens: tokens, organisation } = t;
  const [found] = await db
    .select({
      tokenId: tokens.token_id,
      tokenHash: tokens.token_hash,
      tokenRole: tokens.role,
      expiresAt: tokens.expires_at,
      lastUsedAt: tokens.last_used_at,
      byCompany: tokens.by_company,
      ...callerColumns(t),
    })
    .from(tokens)
    .innerJoin(staff, eq(staff.staff_id, tokens.staff_id))
    .innerJoin(organisation, eq(organisation.organisation_id, ORGANISATION_ID))
    .where(eq(tokens.token_hash, tokenHash));
  return found;
}
