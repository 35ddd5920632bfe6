import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { type KeysetPage, pageOf as keysetPageOf, numbersOfCursor } from '../../db/query/keyset.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import { maskedKey, openKey } from '../../domain/pool-keys.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findPool, listPoolRows, type PoolListQuery, type PoolRow } from './key-pools-store.ts';
import { findSealed, listUnused, listUsed, type PoolKeyRow } from './pool-keys-store.ts';

export const listPools = (db: Database, query: PoolListQuery): Promise<Page<PoolRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listPoolRows(handle, query);
    return pageOf(query, rows, total);
  });

export async function getPool(db: Database, poolId: number): Promise<PoolRow> {
  const pool = await db.read((handle) => findPool(handle, poolId));
  if (!pool) throw new AppError('not_found');
  return pool;
}

export interface PoolKeyQuery {
  state: 'used' | 'unused';
  cursor?: string | undefined;
  limit: number;
}
type MaskedRow = Omit<PoolKeyRow, 'sealed'> & { masked: string };

export async function listPoolKeys(db: Database, poolId: number, query: PoolKeyQuery): Promise<KeysetPage<MaskedRow>> {
  await getPool(db, poolId);
  return db.read(async (handle) => {
    const isUsed = query.state === 'used';
    const cursor = numbersOfCursor(query.cursor, isUsed ? 2 : 1);
    const rows = isUsed
      ? await listUsed(handle, poolId, cursor, query.limit + 1)
      : await listUnused(handle, poolId, cursor?.[0] ?? 0, query.limit + 1);
    const page = keysetPageOf(rows, query.limit, (last) => (isUsed ? [last.used_at ?? 0, last.key_id] : [last.key_id]));
    const { secretKey } = handle.keys;
    const data = page.data.map(({ sealed, ...row }) => ({ ...row, masked: maskedKey(secretKey, sealed) }));
    return { ...page, data };
  });
}

/** Returns a key in plain text, and records in the audit log that it was shown. */
export const revealKey = (
  db: Database,
  staffId: number,
  { poolId, keyId }: { poolId: number; keyId: number },
  now: number,
): Promise<string> =>
  db.write(async (handle) => {
    const sealed = await findSealed(handle, poolId, keyId);
    if (sealed === null) throw new AppError('not_found');
    const value = openKey(handle.keys.secretKey, sealed);
    const entry = { staffId, action: 'key_pool.reveal', entity: 'key_pool', entityId: poolId };
    await recordAudit(handle, { ...entry, before: null, after: { key_id: keyId } }, now);
    return value;
  });
