import type { KeyKind, Scope } from '../../contract/endpoint.ts';
import { type FieldFaultCode, fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { randomBase62, sha256Hex } from '../../lib/secrets.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { KEY_LENGTH, KEY_PREFIX, scopesOf, VISIBLE_LENGTH } from './key-rules.ts';
import { insertKey, type KeyRow } from './keys-store.ts';

export interface NewKeyFields {
  name: string;
  kind: KeyKind;
  /** By default, all scopes that this kind of key can have. */
  scopes?: readonly Scope[] | undefined;
  /** A key limited to a game can send events only for that game. */
  gameId?: string | null | undefined;
  allowedOrigins?: readonly string[] | undefined;
  /** Whether requests with the key store nothing. */
  isTest?: boolean | undefined;
  expiresAt?: number | null | undefined;
  /** Null or absent for an operator's command. */
  staffId?: number | null | undefined;
}

/** A new key with its secret, which is shown only once. */
export interface ShownKey {
  row: KeyRow;
  key: string;
}

export function makeSecret(kind: KeyKind) {
  const key = KEY_PREFIX[kind] + randomBase62(KEY_LENGTH);
  return { key, prefix: key.slice(0, VISIBLE_LENGTH), key_hash: sha256Hex(key) };
}

export async function createKey(db: Database, input: NewKeyFields, now: number): Promise<ShownKey> {
  const scopes = scopesOf(input.kind, input.scopes);
  if (!scopes) throw fault('scopes', 'wrong_scope');
  const expires_at = input.expiresAt ?? null;
  refusePastEnd(expires_at, now);
  const { key, prefix, key_hash } = makeSecret(input.kind);
  const row = await db.write(async (handle) => {
    const made = await insertKey(handle, {
      family_id: null,
      name: input.name,
      kind: input.kind,
      prefix,
      key_hash,
      scopes,
      game_id: input.gameId ?? null,
      allowed_origins: originsOf(input.allowedOrigins ?? []),
      is_test: input.isTest ?? false,
      created_at: now,
      expires_at,
    });
    const staffId = input.staffId ?? null;
    const after = auditView(made);
    await recordAudit(
      handle,
      { staffId, action: 'api_key.create', entity: 'api_key', entityId: made.key_id, before: null, after },
      now,
    );
    return made;
  });
  return { row, key };
}

/** Returns the distinct origins of URLs. */
export const originsOf = (urls: readonly string[]) => [...new Set(urls.map((url) => new URL(url).origin))];

export function refusePastEnd(expiresAt: number | null, now: number): void {
  if (expiresAt !== null && expiresAt <= now) throw fault('expires_at', 'not_in_future');
}

export const auditView = ({ name, kind, prefix, scopes, game_id, allowed_origins, is_test, expires_at }: KeyRow) => ({
  name,
  kind,
  prefix,
  scopes,
  game_id,
  allowed_origins,
  ...(is_test && { is_test }),
  expires_at: expires_at === null ? null : new Date(expires_at),
});

const fault = (name: string, code: FieldFaultCode) =>
  new AppError({ code: 'invalid_request', errors: [fieldFault('', [name], code)] });
