import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { changeKey, getKey, listKeys, revokeKey, rotateKey } from './change-key.ts';
import { createKey } from './create-key.ts';
import type { KeyRow } from './keys-store.ts';

export interface KeyRouteParts {
  db: Database;
  /** Called after each change, so that this daemon's authentication reads the keys again immediately. */
  keysChanged: () => void | Promise<void>;
}

type KeyRoutes = Pick<
  Routes,
  'listApiKeys' | 'getApiKey' | 'createApiKey' | 'changeApiKey' | 'rotateApiKey' | 'revokeApiKey'
>;

export function keyRoutes({ db, keysChanged }: KeyRouteParts): KeyRoutes {
  const read = (keyId: number) => async () => keyOut(await getKey(db, keyId));
  return {
    listApiKeys: async ({ query, now }) => {
      const page = await listKeys(db, query, now);
      return { ...page, data: page.data.map(keyOut) };
    },
    getApiKey: ({ params }) => read(params.key_id)(),
    createApiKey: async ({ body, principal, now }) => {
      const { name, kind, scopes, game_id: gameId, allowed_origins: allowedOrigins, expires_at: expiresAt } = body;
      const { staffId } = principal;
      const fields = { name, kind, scopes, gameId, allowedOrigins, isTest: body.is_test, expiresAt, staffId };
      const { row, key } = await createKey(db, fields, now);
      await keysChanged();
      return { ...keyOut(row), key };
    },
    changeApiKey: async ({ params, body, principal, now }) => {
      const asked = { keyId: params.key_id, version: body.version };
      const { name, allowed_origins: allowedOrigins, expires_at: expiresAt } = body;
      const change = changeKey(db, principal.staffId, asked, { name, allowedOrigins, expiresAt }, now);
      const row = await withCurrent(change, read(asked.keyId));
      await keysChanged();
      return keyOut(row);
    },
    rotateApiKey: async ({ params, body, principal, now }) => {
      const asked = { keyId: params.key_id, version: body?.version };
      const rotation = rotateKey(db, principal.staffId, asked, body?.overlap_seconds, now);
      const { row, key } = await withCurrent(rotation, read(asked.keyId));
      await keysChanged();
      return { ...keyOut(row), key };
    },
    revokeApiKey: async ({ params, body, principal, now }) => {
      const asked = { keyId: params.key_id, version: body?.version };
      const row = await withCurrent(revokeKey(db, principal.staffId, asked, now), read(asked.keyId));
      await keysChanged();
      return keyOut(row);
    },
  };
}

const keyOut = (row: KeyRow): AnswerOf<Endpoints['revokeApiKey']> => ({
  key_id: row.key_id,
  name: row.name,
  kind: row.kind,
  prefix: row.prefix,
  scopes: row.scopes,
  game_id: row.game_id,
  allowed_origins: row.allowed_origins,
  is_test: row.is_test,
  created_at: isoInstant(row.created_at),
  expires_at: instantOrNull(row.expires_at),
  revoked_at: instantOrNull(row.revoked_at),
  last_used_at: instantOrNull(row.last_used_at),
  version: row.version,
});
