import type pg from 'pg';
import { LOW_STOCK_TYPE, lowStockMessages, poolNeeds } from '../../domain/redeem/pool-stock.ts';
import type { PoolView, RedeemEffects, RedeemItem, RedeemSnapshot } from '../../domain/redeem/redeem-batch.ts';
import { prepareQuery } from '../prepare-query.ts';
import { subscribedSql } from './redeem-rows.ts';

// A batch locks its pools after its codes. Until it commits, no other batch takes keys from these pools, so a pool
// appears empty only if all its keys have been used.
const lockQuery = prepareQuery(
  'redeem_lock_pools',
  `select pool_id as "poolId", name, low_stock as "lowStock", keys_left as "keysLeft" from key_pools
    where pool_id = any({poolIds}::bigint[]) order by pool_id for no key update`,
);

const keysQuery = prepareQuery(
  'redeem_pool_keys',
  `select x.p as "poolId", k.key_id as "keyId", k.sealed
    from unnest({needs.poolId}::bigint[], {needs.count}::int[]) as x(p, n) cross join lateral (
      select u.key_id, u.sealed from pool_keys u where u.pool_id = x.p and u.used_at is null
       order by u.key_id limit x.n) k
   order by k.key_id`,
);

/** Locks the key pools of a batch and reads as many unused keys as the batch can take. */
export async function lockPools(
  client: pg.PoolClient,
  items: readonly RedeemItem[],
  codes: RedeemSnapshot['codes'],
): Promise<RedeemSnapshot['pools']> {
  const needs = poolNeeds(items, codes);
  if (needs.length === 0) return new Map();
  const locked = await client.query<Omit<PoolView, 'keys'>>(lockQuery({ poolIds: needs.map(({ poolId }) => poolId) }));
  const pools = new Map(locked.rows.map((row) => [row.poolId, { ...row, keys: [] as PoolView['keys'] }]));
  const { rows } = await client.query<{ poolId: number } & PoolView['keys'][number]>(keysQuery({ needs }));
  for (const { poolId, ...key } of rows) pools.get(poolId)?.keys.push(key);
  return pools;
}

const takeQuery = prepareQuery(
  'redeem_take_keys',
  `with taken as (
    update pool_keys set claim_id = x.c, used_at = {now}
      from unnest({keys.keyId}::bigint[], {keys.claimId}::bigint[]) as x(k, c) where key_id = x.k),
  announced as (
    insert into outbox (message_id, body, event_type, created_at, due_at)
    select x.*, '${LOW_STOCK_TYPE}', {now}, {now}
      from unnest({messages.messageId}::text[], {messages.body}::text[]) as x where ${subscribedSql(LOW_STOCK_TYPE)})
  update key_pools set keys_left = keys_left - x.n
    from unnest({counts.poolId}::bigint[], {counts.n}::bigint[]) as x(id, n) where pool_id = x.id`,
);

/** Assigns the taken keys to their claims, and reports the pools that fall below their low stock. */
export async function takeKeys(
  client: pg.PoolClient,
  { keys, keysTaken }: RedeemEffects,
  pools: RedeemSnapshot['pools'],
  now: number,
): Promise<void> {
  const counts = [...keysTaken].map(([poolId, n]) => ({ poolId, n }));
  await client.query(takeQuery({ keys, counts, messages: lowStockMessages(pools, keysTaken, now), now }));
}
