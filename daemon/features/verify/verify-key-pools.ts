import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import type { Difference } from './verify-store.ts';

/** Compares each key pool's stock with its keys, and checks that each used key has exactly one claim. */
export async function keyPoolFaults(handle: Handle): Promise<Difference[]> {
  return [...(await stockFaults(handle)), ...(await tieFaults(handle))];
}

async function stockFaults({ db, t }: Handle): Promise<Difference[]> {
  const { key_pools: p, pool_keys: k } = t;
  const rows = await db
    .select({
      ...{ pool_id: p.pool_id, left: p.keys_left, total: p.keys_total },
      all: sql<number | string>`count(${k.key_id})`,
      unused: sql<
        number | string
      >`coalesce(sum(case when ${k.key_id} is not null and ${k.used_at} is null then 1 end), 0)`,
    })
    .from(p)
    .leftJoin(k, eq(k.pool_id, p.pool_id))
    .groupBy(p.pool_id, p.keys_left, p.keys_total);
  return rows.flatMap(({ pool_id, left, total, all, unused }) => [
    ...difference(`key_pools.keys_left`, `pool ${pool_id}`, left, unused),
    ...difference(`key_pools.keys_total`, `pool ${pool_id}`, total, all),
  ]);
}

const difference = (table: string, key: string, stored: number | string, computed: number | string) =>
  Number(stored) === Number(computed) ? [] : [{ table, key, stored: String(stored), computed: String(computed) }];

/**
 * Finds used keys without a claim (except after an erasure), unused keys with a claim, and keys whose claim does not
 * exist.
 */
async function tieFaults({ db, t }: Handle): Promise<Difference[]> {
  const { pool_keys: k, claims } = t;
  const untied = await db
    .select({ key_id: k.key_id })
    .from(k)
    .where(and(isNotNull(k.used_at), isNull(k.claim_id), eq(k.is_erased, false)));
  const tied = await db
    .select({ key_id: k.key_id, claim_id: k.claim_id, used_at: k.used_at, found: claims.claim_id })
    .from(k)
    .leftJoin(claims, eq(claims.claim_id, k.claim_id))
    .where(and(sql`${k.claim_id} is not null`, sql`(${claims.claim_id} is null or ${k.used_at} is null)`));
  const fault = (keyId: number, stored: string, computed: string): Difference => ({
    ...{ table: 'pool_keys', key: `key ${keyId}`, stored, computed },
  });
  return [
    ...untied.map(({ key_id }) => fault(key_id, 'used', 'no claim')),
    ...tied.map(({ key_id, claim_id, found }) =>
      found === null ? fault(key_id, `claim ${claim_id}`, 'no claim') : fault(key_id, 'unused', `claim ${claim_id}`),
    ),
  ];
}
