import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { type Page, type PageQuery, pageOf } from '../../db/query/listing.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { auditView, makeSecret, type ShownKey } from './create-key.ts';
import { endOfOverlap, isAlive } from './key-rules.ts';
import { findKeyForUpdate, insertKey, type KeyRow, listKeyRows, updateKey } from './keys-store.ts';

export const listKeys = (db: Database, query: PageQuery & { q?: string | undefined }): Promise<Page<KeyRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listKeyRows(handle, query);
    return pageOf(query, rows, total);
  });

/**
 * Makes a successor in the same family with the same rights and the same end; the old key stays valid for the overlap.
 */
export async function rotateKey(
  db: Database,
  staffId: number,
  keyId: number,
  overlapSeconds: number | undefined,
  now: number,
): Promise<ShownKey> {
  return db.write(async (handle) => {
    const old = await findKeyForUpdate(handle, keyId);
    if (!old) throw new AppError('not_found');
    if (!isAlive(old, now)) throw new AppError('invalid_status_move');
    const { key, prefix, key_hash } = makeSecret(old.kind);
    const { name, kind, scopes, game_id, allowed_origins, expires_at, family_id } = old;
    const rights = { name, kind, scopes, game_id, allowed_origins, expires_at, family_id };
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

/** A second revocation changes nothing: the first time stays. */
export async function revokeKey(db: Database, staffId: number, keyId: number, now: number): Promise<KeyRow> {
  return db.write(async (handle) => {
    const key = await findKeyForUpdate(handle, keyId);
    if (!key) throw new AppError('not_found');
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
