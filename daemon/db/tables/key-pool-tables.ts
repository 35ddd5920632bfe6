import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import { version } from './version-column.ts';

// Pools of platform keys. Each claim of a code with a pool takes one key.

const keyPoolsTable = (k: Kit) =>
  k.table(
    'key_pools',
    {
      pool_id: k.id('pool_id'),
      name: k.text('name').notNull(),
      /** Below this number of unused keys, the daemon reports the pool. */
      low_stock: k.bigCount('low_stock').notNull(),
      /** The number of unused keys. A batch of claims locks the row until it has taken its keys. */
      keys_left: k.bigCount('keys_left').notNull(),
      /** The number of keys ever added. */
      keys_total: k.bigCount('keys_total').notNull(),
      created_at: k.instant('created_at').notNull(),
      version: version(k),
    },
    (_t) => [k.uniqueIndex('key_pools_name').on(sql`lower(name)`)],
  );

const poolKeysTable = (k: Kit, pools: ReturnType<typeof keyPoolsTable>) =>
  k.table(
    'pool_keys',
    {
      key_id: k.id('key_id'),
      pool_id: k
        .reference('pool_id')
        .notNull()
        .references(() => pools.pool_id),
      /** The key, encrypted. */
      sealed: k.text('sealed').notNull(),
      /** A keyed hash, which finds duplicates. */
      key_hash: k.text('key_hash').notNull(),
      created_at: k.instant('created_at').notNull(),
      used_at: k.instant('used_at'),
      /** The claim that took the key; null for an unused key, and after the erasure of its player. */
      claim_id: k.reference('claim_id'),
      is_erased: k.flag('is_erased').notNull().default(false),
    },
    (t) => [
      k.uniqueIndex('pool_keys_hash').on(t.pool_id, t.key_hash),
      k.uniqueIndex('pool_keys_claim').on(t.claim_id).where(sql`claim_id is not null`),
      k.index('pool_keys_left').on(t.pool_id, t.key_id).where(sql`used_at is null`),
      k.index('pool_keys_used').on(t.pool_id, t.used_at, t.key_id).where(sql`used_at is not null`),
    ],
  );

export function keyPoolTables(k: Kit) {
  const key_pools = keyPoolsTable(k);
  return { key_pools, pool_keys: poolKeysTable(k, key_pools) };
}
