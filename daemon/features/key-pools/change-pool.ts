import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { hasFallen, lowStockAnnouncement, type PoolStock } from '../../domain/redeem/pool-stock.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { pick } from '../../lib/pick.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import { findPoolForUpdate, insertPool, isNameTaken, type PoolRow, updatePool } from './key-pools-store.ts';

export interface PoolFields {
  name: string;
  low_stock: number;
}

export const createPool = (db: Database, staffId: number, fields: PoolFields, now: number): Promise<PoolRow> =>
  retryLostRace(() =>
    db.write(async (handle) => {
      await refuseTaken(handle, fields.name);
      const pool = await insertPool(handle, { ...fields, created_at: now });
      const entry = { staffId, action: 'key_pool.create', entity: 'key_pool', entityId: pool.pool_id };
      await recordAudit(handle, { ...entry, before: null, after: auditView(pool) }, now);
      return pool;
    }),
  );

/**
 * Renames a pool or changes its low stock. If the pool is below the new low stock, but was not below the old one, the
 * message about low stock is sent.
 */
export const changePool = (
  db: Database,
  staffId: number,
  poolId: number,
  { version, ...fields }: Partial<PoolFields> & VersionRead,
  now: number,
): Promise<void> =>
  retryLostRace(() =>
    db.write(async (handle) => {
      const before = await findPoolForUpdate(handle, poolId);
      if (!before) throw new AppError('not_found');
      refuseStale(before, { version });
      const set = changedFields(before, fields);
      if (!set) return;
      if (set.name !== undefined) await refuseTaken(handle, set.name, poolId);
      await updatePool(handle, poolId, set);
      const after = { ...before, ...set };
      if (hasFallen(stockOf(before), stockOf(after)))
        await announce(handle, [lowStockAnnouncement(stockOf(after))], now);
      const changes = changesBetween(auditView(before), auditView(after));
      const entry = { staffId, action: 'key_pool.change', entity: 'key_pool', entityId: poolId };
      if (changes) await recordAudit(handle, { ...entry, ...changes }, now);
    }),
  );

async function refuseTaken(handle: Handle, name: string, poolId?: number) {
  if (await isNameTaken(handle, name, poolId))
    throw new AppError({ code: 'duplicate', detail: 'There is already a key pool with this name.' });
}

const stockOf = (row: PoolRow): PoolStock => ({
  poolId: row.pool_id,
  name: row.name,
  lowStock: row.low_stock,
  keysLeft: row.keys_left,
});

const auditView = (row: PoolRow) => pick(row, ['name', 'low_stock']);
