import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut, keysetOf, keysetQuery, listOf, listQuery, pathId } from '../fields.ts';
import { changeBody, versionOut } from '../versions.ts';
import { MAX_KEY_FILE_BYTES } from '../words.ts';
import { staffOnly } from './access.ts';
import { csvFaults, importPreview, importQuery, refusedRows } from './imports.ts';

const poolOut = z.object({
  pool_id: z.number(),
  name: z.string(),
  /** The pool is low if it has fewer unused keys than this. */
  low_stock: z.number(),
  is_low: z.boolean(),
  /** The number of unused keys. */
  keys_left: z.number(),
  keys_used: z.number(),
  created_at: instantOut,
  version: versionOut,
});

/** A key as staff see it, with at most the last four characters legible. */
export const maskedKeyOut = z.object({
  pool_id: z.number(),
  pool: z.string(),
  key_id: z.number(),
  masked: z.string(),
});

const poolKeyOut = z.object({
  key_id: z.number(),
  masked: z.string(),
  created_at: instantOut,
  used_at: instantOut.nullable(),
  /** The claim that took the key, with its player and code; null if the key is unused or the player was erased. */
  claim: z.object({ redemption_id: z.string(), user_id: z.string(), code_id: z.number(), code: z.string() }).nullable(),
});

const poolFields = {
  name: z.string().trim().min(1).max(100),
  low_stock: z.number().int().min(0).max(1_000_000_000),
};
const poolId = pathId('pool_id');

export const keyPoolEndpoints = {
  listKeyPools: define({
    method: 'GET',
    path: '/v1/admin/key-pools',
    summary: 'List key pools with their stock',
    access: staffOnly('live_ops', 'viewer'),
    query: z.strictObject({
      ...listQuery,
      sort: z.enum(['created_at', '-created_at', 'name', '-name', 'keys_left', '-keys_left']).optional(),
    }),
    answer: { status: 200, schema: listOf(poolOut) },
    refusals: [],
  }),
  createKeyPool: define({
    method: 'POST',
    path: '/v1/admin/key-pools',
    summary:
      'Create a pool of platform keys, from which each claim takes one; with low_stock 0, it is never reported as low',
    access: staffOnly('live_ops'),
    body: z.strictObject({ name: poolFields.name, low_stock: poolFields.low_stock.default(0) }),
    answer: { status: 201, schema: poolOut },
    refusals: ['duplicate'],
  }),
  getKeyPool: define({
    method: 'GET',
    path: '/v1/admin/key-pools/{pool_id}',
    summary: 'Get a key pool with its stock',
    access: staffOnly('live_ops', 'viewer'),
    params: poolId,
    answer: { status: 200, schema: poolOut },
    refusals: ['not_found'],
  }),
  changeKeyPool: define({
    method: 'PATCH',
    path: '/v1/admin/key-pools/{pool_id}',
    summary: 'Rename a key pool, or change its low stock',
    access: staffOnly('live_ops'),
    params: poolId,
    body: changeBody(poolFields),
    answer: { status: 200, schema: poolOut },
    current: poolOut,
    refusals: ['not_found', 'duplicate'],
  }),
  addPoolKeys: define({
    method: 'POST',
    path: '/v1/admin/key-pools/{pool_id}/keys',
    summary:
      'Add up to 100,000 keys from a file: one key per line, or a CSV with the column key. Keys that the pool already contains are refused; after an interruption, send the file again with only_valid',
    access: staffOnly('live_ops'),
    params: poolId,
    query: importQuery,
    csvBody: true,
    maxBodyBytes: MAX_KEY_FILE_BYTES,
    body: z.strictObject({ csv: z.string() }),
    answer: {
      status: 200,
      schema: z.object({ added: z.number(), ...z.object(refusedRows).partial().shape, pool: poolOut }),
    },
    dryRun: importPreview,
    refusals: ['not_found', 'invalid_csv'],
    refusalFields: { invalid_csv: csvFaults },
  }),
  listPoolKeys: define({
    method: 'GET',
    path: '/v1/admin/key-pools/{pool_id}/keys',
    summary:
      'List the used keys of a pool, most recently used first, or the unused keys in the order in which claims take them; keys are masked',
    access: staffOnly('live_ops'),
    params: poolId,
    query: z.strictObject({ ...keysetQuery, state: z.enum(['used', 'unused']).default('used') }),
    answer: { status: 200, schema: keysetOf(poolKeyOut) },
    refusals: ['not_found'],
  }),
  revealPoolKey: define({
    method: 'POST',
    path: '/v1/admin/key-pools/{pool_id}/keys/{key_id}/reveal',
    summary: 'Show a key; the audit log records who saw it',
    access: staffOnly(),
    params: z.object({ ...poolId.shape, ...pathId('key_id').shape }),
    answer: { status: 200, schema: z.object({ key_id: z.number(), value: z.string() }) },
    refusals: ['not_found'],
  }),
};
