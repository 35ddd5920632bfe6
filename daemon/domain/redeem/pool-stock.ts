import { messageId } from '../../lib/message-id.ts';
import { type Announcement, messageBody } from '../messages.ts';
import type { CodeView } from './check-redeem.ts';
import type { PoolView, RedeemItem } from './redeem-batch.ts';

export const LOW_STOCK_TYPE = 'key_pool.low';

/**
 * Returns the key pools of a batch in ID order, each with the maximum number of keys that the batch can take from it.
 */
export function poolNeeds(items: readonly RedeemItem[], codes: ReadonlyMap<string, CodeView>) {
  const counts = new Map<number, number>();
  for (const { norm } of items) {
    const poolId = codes.get(norm)?.keyPoolId ?? null;
    if (poolId !== null) counts.set(poolId, (counts.get(poolId) ?? 0) + 1);
  }
  return [...counts].map(([poolId, count]) => ({ poolId, count })).sort((a, b) => a.poolId - b.poolId);
}

export type PoolStock = Omit<PoolView, 'keys'>;
type Stock = Pick<PoolStock, 'lowStock' | 'keysLeft'>;

/** Returns whether a change makes a pool fall below its low stock. A pool that was already below it does not count. */
export const hasFallen = (before: Stock, after: Stock) =>
  after.keysLeft < after.lowStock && before.keysLeft >= before.lowStock;

export const lowStockAnnouncement = (pool: PoolStock): Announcement<typeof LOW_STOCK_TYPE> => ({
  type: LOW_STOCK_TYPE,
  data: { pool_id: pool.poolId, name: pool.name, keys_left: pool.keysLeft, low_stock: pool.lowStock },
});

/** Creates the messages about pools that fall below their low stock when a batch takes keys from them. */
export const lowStockMessages = (
  pools: ReadonlyMap<number, PoolView>,
  taken: ReadonlyMap<number, number>,
  now: number,
) =>
  [...pools.values()].flatMap((before) => {
    const after = { ...before, keysLeft: before.keysLeft - (taken.get(before.poolId) ?? 0) };
    if (!hasFallen(before, after)) return [];
    return [{ messageId: messageId(now), body: messageBody(LOW_STOCK_TYPE, now, lowStockAnnouncement(after).data) }];
  });
