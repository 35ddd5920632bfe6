import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { auditView, makeSecret, originsOf, refusePastEnd, type ShownKey } from './create-key.ts';
import { endOfOverlap, isAlive } from './key-rules.ts';
import {
  findKey,
  findKeyForUpdate,
  insertKey,
  type KeyListQuery,
  type KeyRow,
  listKeyRows,
  updateKey,
} from './keys-store.ts';

export const listKeys = (db: Database, query: KeyListQuery, now: number): Promise<Page<KeyRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listKeyRows(handle, query, now);
    return pageOf(query, rows, total);
  });

export async function getKey(db: Database, keyId: number): Promise<KeyRow> {
  const key = await db.read((handle) => findKey(handle, keyId));
  if (!key) throw new AppError('not_found');
  return key;
}

/** A key to change, with the version that the client read. */
export interface ReadKey extends VersionRead {
  keyId: number;
}

async function getForUpdate(handle: Handle, { keyId, version }: ReadKey): Promise<KeyRow> {
  const key = await findKeyForUpdate(handle, keyId);
  if (!key) throw new AppError('not_found');
  refuseStale(key, { version });
  return key;
}

export interface KeyFields {
  name?: string | undefined;
  allowedOrigins?: readonly string[] | undefined;
  /** Null if the key does not expire. */
  expiresAt?: number | null | undefined;
}

/** Changes a key. Even an expired key can be extended, so that a wrong expiry date does not require a new key. */
export async function changeKey(
  db: Database,
  staffId: number,
  asked: ReadKey,
  { name, allowedOrigins, expiresAt }: KeyFields,
  now: number,
): Promise<KeyRow> {
  return db.write(async (handle) => {
    const before = await getForUpdate(handle, asked);
    if (before.revoked_at !== null) throw new AppError('invalid_status_move');
    const allowed_origins = allowedOrigins && originsOf(allowedOrigins);
    const set = changedFields(before, { name, allowed_origins, expires_at: expiresAt });
    if (!set) return before;
    refusePastEnd(set.expires_at ?? null, now);
    const after = await updateKey(handle, asked.keyId, set);
    const changes = changesBetween(auditView(before), auditView(after));
    const entry = { staffId, action: 'api_key.change', entity: 'api_key', entityId: asked.keyId };
    await recordAudit(handle, { ...entry, before: null, after: null, ...changes }, now);
    return after;
  });
}

/**
 * Creates a successor in the same family with the same settings and expiry. The old key stays valid during the overlap.
 */
export async function rotateKey(
  db: Database,
  staffId: number,
  asked: ReadKey,
  overlapSeconds: number | undefined,
  now: number,
): Promise<ShownKey> {
  const { keyId } = asked;
  return db.write(async (handle) => {
    const old = await getForUpdate(handle, asked);
    if (!isAlive(old, now)) throw new AppError('invalid_status_move');
    const { key, prefix, key_hash } = makeSecret(old.kind);
    const { name, kind, scopes, game_id, allowed_origins, is_test, expires_at, family_id } = old;
    const rights = { name, kind, scopes, game_id, allowed_origins, is_test, expires_at, family_id };
    const row = await insertKey(handle, { ...rights, prefix, key_hash, created_at: now });
    const ending = await updateKey(handle, keyId, { expires_at: endOfOverlap(old, now, overlapSeconds) });
    const before = auditView(old);
    const after = { ...auditView(ending), successor: auditView(row) };
    await recordAudit(
      handle,
      { staffId, action: 'api_key.rotate', entity: 'api_key', entityId: keyId, before, after },
      now,
    );
    return { row, key };
  });
}

/** Revokes a key. If the key is already revoked, nothing changes and the original time is kept. */
export async function revokeKey(db: Database, staffId: number, asked: ReadKey, now: number): Promise<KeyRow> {
  const { keyId } = asked;
  return db.write(async (handle) => {
    const key = await getForUpdate(handle, asked);
    if (key.revoked_at !== null) return key;
    const revoked = await updateKey(handle, keyId, { revoked_at: now });
    const changes = { before: { revoked_at: null }, after: { revoked_at: new Date(now) } };
    await recordAudit(
      handle,
      { staffId, action: 'api_key.revoke', entity: 'api_key', entityId: keyId, ...changes },
      now,
    );
    return revoked;
  });
}
