import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { KeyKind, Scope } from '../../contract/endpoint.ts';
import type { KeyState } from '../../contract/words.ts';
import type { Handle, Tables } from '../../db/database.ts';
import { contains, countRows, offsetOf, orderOf, type PageQuery } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';

type KeyColumns = Tables['api_keys']['$inferSelect'];
export interface KeyRow extends Omit<KeyColumns, 'kind' | 'scopes' | 'allowed_origins'> {
  kind: KeyKind;
  scopes: Scope[];
  allowed_origins: string[];
}
/** `family_id` is null if the key is the first of its family. */
export interface NewKey extends Omit<KeyRow, 'key_id' | 'family_id' | 'revoked_at' | 'last_used_at' | 'version'> {
  family_id: number | null;
}

const rowOf = (columns: KeyColumns): KeyRow => ({
  ...columns,
  scopes: JSON.parse(columns.scopes) as Scope[],
  allowed_origins: JSON.parse(columns.allowed_origins) as string[],
});

export async function findKeyForUpdate(handle: Handle, keyId: number): Promise<KeyRow | null> {
  const { api_keys } = handle.t;
  const [row] = await forUpdate(handle, handle.db.select().from(api_keys).where(eq(api_keys.key_id, keyId)));
  return row ? rowOf(row) : null;
}

export async function findKey({ db, t }: Handle, keyId: number): Promise<KeyRow | null> {
  const [row] = await db.select().from(t.api_keys).where(eq(t.api_keys.key_id, keyId));
  return row ? rowOf(row) : null;
}

/** Lists keys that have not been revoked; some may have expired. */
export async function listLivingKeys({ db, t }: Handle): Promise<KeyRow[]> {
  const rows = await db.select().from(t.api_keys).where(isNull(t.api_keys.revoked_at));
  return rows.map(rowOf);
}

/** @param uses key IDs, each with the time of its last use, in ID order */
export async function writeLastUses({ db, t }: Handle, uses: readonly [number, number][]): Promise<void> {
  for (const [keyId, at] of uses)
    await db.update(t.api_keys).set({ last_used_at: at }).where(eq(t.api_keys.key_id, keyId));
}

export interface KeyListQuery extends PageQuery {
  q?: string | undefined;
  kind?: KeyKind | undefined;
  state?: KeyState | undefined;
  sort?: string | undefined;
}

export async function listKeyRows(handle: Handle, query: KeyListQuery, now: number) {
  const { api_keys } = handle.t;
  const where = and(
    query.q ? contains(query.q, api_keys.name, api_keys.prefix) : undefined,
    query.kind ? eq(api_keys.kind, query.kind) : undefined,
    query.state ? inState(handle, query.state, now) : undefined,
  );
  const sortable = {
    created_at: api_keys.created_at,
    name: sql`lower(${api_keys.name})`,
    // The two databases sort nulls differently. A key that has never been used is sorted as the oldest.
    last_used_at: sql`coalesce(${api_keys.last_used_at}, 0)`,
  };
  const rows = await handle.db
    .select()
    .from(api_keys)
    .where(where)
    .orderBy(...orderOf(query.sort, sortable, api_keys.key_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows.map(rowOf), total: await countRows(handle, api_keys, where) };
}

/**
 * Selects keys by state. This is `isAlive` in SQL, except that a revoked key counts as revoked even if it has expired.
 */
function inState({ t: { api_keys: k } }: Handle, state: KeyState, now: number): SQL | undefined {
  if (state === 'revoked') return isNotNull(k.revoked_at);
  const byTime = state === 'expired' ? lte(k.expires_at, now) : or(isNull(k.expires_at), gt(k.expires_at, now));
  return and(isNull(k.revoked_at), byTime);
}

export async function insertKey(handle: Handle, key: NewKey): Promise<KeyRow> {
  const { db, t } = handle;
  const [row] = await db
    .insert(t.api_keys)
    .values({
      ...key,
      family_id: key.family_id ?? 0,
      scopes: JSON.stringify(key.scopes),
      allowed_origins: JSON.stringify(key.allowed_origins),
    })
    .returning();
  if (!row) throw new Error('The insert of a key returned no row');
  if (key.family_id !== null) return rowOf(row);
  // The key's ID is known only after the insert. The version does not change, because the key is still being created.
  await db.update(t.api_keys).set({ family_id: row.key_id }).where(eq(t.api_keys.key_id, row.key_id));
  return rowOf({ ...row, family_id: row.key_id });
}

/** The fields of an existing key that can change. */
export type KeyChange = Partial<Pick<KeyRow, 'name' | 'allowed_origins' | 'expires_at' | 'revoked_at'>>;

export async function updateKey({ db, t }: Handle, keyId: number, change: KeyChange): Promise<KeyRow> {
  const { allowed_origins: origins, ...rest } = change;
  const [row] = await db
    .update(t.api_keys)
    .set({
      ...rest,
      ...(origins ? { allowed_origins: JSON.stringify(origins) } : {}),
      version: nextVersion(t.api_keys.version),
    })
    .where(eq(t.api_keys.key_id, keyId))
    .returning();
  if (!row) throw new Error(`Key ${keyId} no longer exists`);
  return rowOf(row);
}
