import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import type { StoredKey } from '../../domain/pool-keys.ts';

export interface PoolKeyRow {
  key_id: number;
  sealed: string;
  created_at: number;
  used_at: number | null;
  claim_id: number | null;
  user_id: string | null;
  code_id: number | null;
  code: string | null;
}

/** Returns which of the hashes the pool already contains. */
export async function findHashes({ db, t }: Handle, poolId: number, hashes: readonly string[]): Promise<Set<string>> {
  const { pool_keys: k } = t;
  const rows = await db
    .select({ hash: k.key_hash })
    .from(k)
    .where(and(eq(k.pool_id, poolId), inArray(k.key_hash, [...hashes])));
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Adds keys that are not in the pool yet.
 * @returns their number
 */
export async function insertKeys(
  { db, t }: Handle,
  keys: readonly (StoredKey & { pool_id: number; created_at: number })[],
): Promise<number> {
  const { pool_keys: k } = t;
  const rows = await db
    .insert(k)
    .values([...keys])
    .onConflictDoNothing()
    .returning({ key_id: k.key_id });
  return rows.length;
}

const withClaims = ({ db, t: { pool_keys: k, claims, codes } }: Handle) =>
  db
    .select({
      ...{ key_id: k.key_id, sealed: k.sealed, created_at: k.created_at, used_at: k.used_at, claim_id: k.claim_id },
      ...{ user_id: claims.user_id, code_id: codes.code_id, code: codes.code },
    })
    .from(k)
    .leftJoin(claims, eq(claims.claim_id, k.claim_id))
    .leftJoin(codes, eq(codes.code_id, claims.code_id));

/** Lists unused keys in the order in which claims take them. */
export function listUnused(handle: Handle, poolId: number, after: number, limit: number): Promise<PoolKeyRow[]> {
  const { pool_keys: k } = handle.t;
  // The condition repeats the text of the index, so that the database uses the index.
  return withClaims(handle)
    .where(and(eq(k.pool_id, poolId), sql`used_at is null`, gt(k.key_id, after)))
    .orderBy(asc(k.key_id))
    .limit(limit);
}

/**
 * Lists used keys, most recently used first.
 * @param below the time and ID of the previous page's last key
 */
export function listUsed(
  handle: Handle,
  poolId: number,
  below: readonly number[] | null,
  limit: number,
): Promise<PoolKeyRow[]> {
  const { pool_keys: k } = handle.t;
  const [at = 0, id = 0] = below ?? [];
  const isBelow = below ? or(lt(k.used_at, at), and(eq(k.used_at, at), lt(k.key_id, id))) : undefined;
  return withClaims(handle)
    .where(and(eq(k.pool_id, poolId), sql`used_at is not null`, isBelow))
    .orderBy(desc(k.used_at), desc(k.key_id))
    .limit(limit);
}

export async function findSealed({ db, t }: Handle, poolId: number, keyId: number): Promise<string | null> {
  const { pool_keys: k } = t;
  const [row] = await db
    .select({ sealed: k.sealed })
    .from(k)
    .where(and(eq(k.pool_id, poolId), eq(k.key_id, keyId)));
  return row?.sealed ?? null;
}
