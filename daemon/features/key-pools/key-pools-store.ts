import { and, asc, eq, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { contains, countRows, offsetOf, orderOf, type PageQuery, totalOf } from '../../db/query/listing.ts';
import { forNoKeyUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';

export type PoolRow = Tables['key_pools']['$inferSelect'];
type PoolChange = Partial<Pick<PoolRow, 'name' | 'low_stock'>>;

export interface PoolListQuery extends PageQuery {
  q?: string | undefined;
  sort?: string | undefined;
}

export async function listPoolRows(handle: Handle, query: PoolListQuery) {
  const { key_pools: p } = handle.t;
  const where = query.q ? contains(query.q, p.name) : undefined;
  const sortable = { created_at: p.created_at, name: sql`lower(${p.name})`, keys_left: p.keys_left };
  const rows = await handle.db
    .select()
    .from(p)
    .where(where)
    .orderBy(...orderOf(query.sort, sortable, p.pool_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows, total: await totalOf(query, rows, () => countRows(handle, p, where)) };
}

export async function findPool({ db, t }: Handle, poolId: number): Promise<PoolRow | null> {
  const [row] = await db.select().from(t.key_pools).where(eq(t.key_pools.pool_id, poolId));
  return row ?? null;
}

/** Returns the pool, locked until the transaction ends. Claims that take its keys use the same lock. */
export async function findPoolForUpdate(handle: Handle, poolId: number): Promise<PoolRow | null> {
  const { key_pools: p } = handle.t;
  const [row] = await forNoKeyUpdate(handle, handle.db.select().from(p).where(eq(p.pool_id, poolId)));
  return row ?? null;
}

/** @returns whether another pool has this name, ignoring case */
export async function isNameTaken({ db, t: { key_pools: p } }: Handle, name: string, poolId = 0): Promise<boolean> {
  const [row] = await db
    .select({ pool_id: p.pool_id })
    .from(p)
    .where(and(sql`lower(${p.name}) = lower(${name})`, sql`${p.pool_id} <> ${poolId}`));
  return row !== undefined;
}

export async function insertPool({ db, t }: Handle, pool: Pick<PoolRow, 'name' | 'low_stock' | 'created_at'>) {
  const [row] = await db
    .insert(t.key_pools)
    .values({ ...pool, keys_left: 0, keys_total: 0 })
    .returning();
  if (!row) throw new Error('The insert of a key pool returned no row');
  return row;
}

export async function updatePool({ db, t }: Handle, poolId: number, set: PoolChange): Promise<void> {
  await db
    .update(t.key_pools)
    .set({ ...set, version: nextVersion(t.key_pools.version) })
    .where(eq(t.key_pools.pool_id, poolId));
}

/** Adds the number of new keys to the counts of a pool that the caller has locked. */
export async function countAdded({ db, t: { key_pools: p } }: Handle, poolId: number, added: number): Promise<void> {
  await db
    .update(p)
    .set({ keys_left: sql`${p.keys_left} + ${added}`, keys_total: sql`${p.keys_total} + ${added}` })
    .where(eq(p.pool_id, poolId));
}

const MOST_MEASURED = 100;

/** Returns the stock of the pools with the fewest unused keys. */
export const listEmptiestPools = ({ db, t: { key_pools: p } }: Handle) =>
  db
    .select({ pool: p.name, keysLeft: p.keys_left })
    .from(p)
    .orderBy(asc(p.keys_left), asc(p.pool_id))
    .limit(MOST_MEASURED);

/** Returns the IDs of all pools by name, in lower case. */
export async function readPoolIds({ db, t: { key_pools: p } }: Handle): Promise<Map<string, number>> {
  const rows = await db.select({ pool_id: p.pool_id, name: p.name }).from(p);
  return new Map(rows.map(({ pool_id, name }) => [name.toLowerCase(), pool_id]));
}

/** Returns the names of all pools by ID. */
export async function readPoolNames({ db, t: { key_pools: p } }: Handle): Promise<Map<number, string>> {
  const rows = await db.select({ pool_id: p.pool_id, name: p.name }).from(p);
  return new Map(rows.map(({ pool_id, name }) => [pool_id, name]));
}
