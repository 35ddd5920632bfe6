import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { listKeys, revokeKey, rotateKey } from './change-key.ts';
import { createKey } from './create-key.ts';
import type { KeyRow } from './keys-store.ts';

export interface KeyRouteParts {
  db: Database;
  /** Called after each change, so that this daemon's authentication reads the keys again at once. */
  keysChanged: () => void | Promise<void>;
}

type KeyRoutes = Pick<Routes, 'listApiKeys' | 'createApiKey' | 'rotateApiKey' | 'revokeApiKey'>;

export const keyRoutes = ({ db, keysChanged }: KeyRouteParts): KeyRoutes => ({
  listApiKeys: async ({ query }) => {
    const page = await listKeys(db, query);
    return { ...page, data: page.data.map(keyOut) };
  },
  createApiKey: async ({ body, principal, now }) => {
    const { name, kind, scopes, game_id: gameId, allowed_origins: allowedOrigins, expires_at: expiresAt } = body;
    const fields = { name, kind, scopes, gameId, allowedOrigins, expiresAt, staffId: principal.staffId };
    const { row, key } = await createKey(db, fields, now);
    await keysChanged();
    return { ...keyOut(row), key };
  },
  rotateApiKey: async ({ params, body, principal, now }) => {
    const { row, key } = await rotateKey(db, principal.staffId, params.key_id, body?.overlap_seconds, now);
    await keysChanged();
    return { ...keyOut(row), key };
  },
  revokeApiKey: async ({ params, principal, now }) => {
    const row = await revokeKey(db, principal.staffId, params.key_id, now);
    await keysChanged();
    return keyOut(row);
  },
});

const keyOut = (row: KeyRow): AnswerOf<Endpoints['revokeApiKey']> => ({
  key_id: row.key_id,
  name: row.name,
  kind: row.kind,
  prefix: row.prefix,
  scopes: row.scopes,
  game_id: row.game_id,
  allowed_origins: row.allowed_origins,
  created_at: isoInstant(row.created_at),
  expires_at: instantOrNull(row.expires_at),
  revoked_at: instantOrNull(row.revoked_at),
  last_used_at: instantOrNull(row.last_used_at),
});
