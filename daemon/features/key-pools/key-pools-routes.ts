import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { addKeys, previewKeys } from './add-keys.ts';
import { changePool, createPool } from './change-pool.ts';
import type { PoolRow } from './key-pools-store.ts';
import { getPool, listPoolKeys, listPools, revealKey } from './read-pools.ts';

type KeyPoolRoutes = Pick<
  Routes,
  'listKeyPools' | 'createKeyPool' | 'getKeyPool' | 'changeKeyPool' | 'addPoolKeys' | 'listPoolKeys' | 'revealPoolKey'
>;

export interface KeyPoolRouteParts {
  db: Database;
  secretKey: SecretKey;
}

export const keyPoolRoutes = ({ db, secretKey }: KeyPoolRouteParts): KeyPoolRoutes => ({
  listKeyPools: async ({ query }) => {
    const page = await listPools(db, query);
    return { ...page, data: page.data.map(poolOut) };
  },
  createKeyPool: async ({ body, principal, now }) => poolOut(await createPool(db, principal.staffId, body, now)),
  getKeyPool: async ({ params }) => poolOut(await getPool(db, params.pool_id)),
  changeKeyPool: async ({ params, body, principal, now }) => {
    const read = async () => poolOut(await getPool(db, params.pool_id));
    await withCurrent(changePool(db, principal.staffId, params.pool_id, body, now), read);
    return read();
  },
  addPoolKeys: async ({ params, query, body, principal: { staffId }, now }) => {
    const target = { db, secretKey, poolId: params.pool_id };
    if (query.dry_run) return previewKeys(target, body.csv);
    const added = await addKeys(target, body.csv, { staffId, onlyValid: query.only_valid ?? false, now });
    return { ...added, pool: poolOut(await getPool(db, params.pool_id)) };
  },
  listPoolKeys: async ({ params, query }) => {
    const page = await listPoolKeys(db, params.pool_id, query);
    return { ...page, data: page.data.map(keyOut) };
  },
  revealPoolKey: async ({ params, principal, now }) => {
    const asked = { poolId: params.pool_id, keyId: params.key_id };
    return { key_id: params.key_id, value: await revealKey(db, principal.staffId, asked, now) };
  },
});

const poolOut = (row: PoolRow): AnswerOf<Endpoints['getKeyPool']> => ({
  pool_id: row.pool_id,
  name: row.name,
  low_stock: row.low_stock,
  is_low: row.keys_left < row.low_stock,
  keys_left: row.keys_left,
  keys_used: row.keys_total - row.keys_left,
  created_at: isoInstant(row.created_at),
  version: row.version,
});

type KeyRow = Awaited<ReturnType<typeof listPoolKeys>>['data'][number];

const keyOut = ({ user_id, code_id, code, ...row }: KeyRow): AnswerOf<Endpoints['listPoolKeys']>['data'][number] => ({
  key_id: row.key_id,
  masked: row.masked,
  created_at: isoInstant(row.created_at),
  used_at: instantOrNull(row.used_at),
  claim:
    user_id === null || code_id === null || code === null
      ? null
      : { redemption_id: String(row.claim_id), user_id, code_id, code },
});
