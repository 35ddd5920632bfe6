import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type ImportPlan, keptOf, planOf, previewOf, type RefusedRows, refusedOf } from '../../domain/import-plan.ts';
import { createKeyHashes, createKeyStore } from '../../domain/pool-keys.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { mapInTurns } from '../../lib/map-in-turns.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { type FileKey, readKeyFile } from './key-file-rules.ts';
import { countAdded, findPool, findPoolForUpdate } from './key-pools-store.ts';
import { findHashes, insertKeys } from './pool-keys-store.ts';

/** The pool, and the secret that encrypts its keys. */
export interface KeyTarget {
  db: Database;
  secretKey: SecretKey;
  poolId: number;
}

const STEP = 500;
const IN_POOL = { detail: 'this key is already in the pool', code: 'duplicate' };

/** Returns what the upload would do with each line, without storing anything. */
export const previewKeys = async (target: KeyTarget, file: string) => previewOf(await planKeys(target, file));

export interface UploadOptions {
  staffId: number;
  /** Whether to add the valid keys even if other lines are refused. */
  onlyValid: boolean;
  now: number;
}

/**
 * Adds the keys of a file. It checks the whole file, then stores the keys in small steps, so that other requests do not
 * wait for long. Claims can take the keys of a step as soon as the step is done.
 */
export async function addKeys(
  target: KeyTarget,
  file: string,
  { staffId, onlyValid, now }: UploadOptions,
): Promise<{ added: number } & Partial<RefusedRows>> {
  const { db, secretKey, poolId } = target;
  const plan = await planKeys(target, file);
  const keys = keptOf(plan, onlyValid);
  if (keys instanceof Error) throw keys;
  const refused = onlyValid ? refusedOf(plan) : null;
  const store = createKeyStore(secretKey);
  let added = 0;
  for (let at = 0; at < keys.length; at += STEP) {
    const some = keys.slice(at, at + STEP).map(({ value }) => ({ ...store(value), pool_id: poolId, created_at: now }));
    added += await db.write(async (handle) => {
      if (!(await findPoolForUpdate(handle, poolId))) throw new AppError('not_found');
      const stored = await insertKeys(handle, some);
      await countAdded(handle, poolId, stored);
      // The entry is written in the first step, so that the audit log shows the upload before any key is used.
      const counts = { keys: keys.length, refused: refused?.refused_total ?? 0 };
      if (at === 0) await auditUpload(handle, { staffId, poolId, ...counts }, now);
      return stored;
    });
  }
  return { added, ...refused };
}

async function planKeys({ db, secretKey, poolId }: KeyTarget, file: string): Promise<ImportPlan<FileKey>> {
  if (!(await db.read((handle) => findPool(handle, poolId)))) throw new AppError('not_found');
  const read = await readKeyFile(file);
  const hashesOf = createKeyHashes(secretKey);
  const hashes = await mapInTurns(read.rows, ({ item }) => (item ? hashesOf(item.value) : []));
  const known = new Set<string>();
  for (let at = 0; at < hashes.length; at += STEP) {
    const some = hashes.slice(at, at + STEP).flat();
    for (const found of await db.read((handle) => findHashes(handle, poolId, some))) known.add(found);
  }
  const isKnown = (at: number) => hashes[at]?.some((hash) => known.has(hash));
  const taken = new Set(read.rows.flatMap(({ line }, at) => (isKnown(at) ? [line] : [])));
  return planOf(read, ({ line }) => (taken.has(line) ? { fault: IN_POOL } : { result: 'new' }));
}

interface Upload {
  staffId: number;
  poolId: number;
  keys: number;
  refused: number;
}

const auditUpload = (handle: Handle, { staffId, poolId, keys, refused }: Upload, now: number) => {
  const after = { keys, ...(refused > 0 && { refused }) };
  const entry = { staffId, action: 'key_pool.upload', entity: 'key_pool', entityId: poolId, before: null, after };
  return recordAudit(handle, entry, now);
};
