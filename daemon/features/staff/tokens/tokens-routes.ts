import type { Routes } from '../../../contract/route.ts';
import type { Database } from '../../../db/database.ts';
import { instantOrNull, isoInstant } from '../../../lib/clock.ts';
import { createOwnToken, readOwnTokens, revokeOwnToken } from './own-tokens.ts';
import type { TokenRow } from './tokens-store.ts';

type TokenRoutes = Pick<Routes, 'listOwnTokens' | 'createOwnToken' | 'revokeOwnToken'>;

export const tokenRoutes = ({ db }: { db: Database }): TokenRoutes => ({
  listOwnTokens: async ({ principal }) => ({ data: (await readOwnTokens(db, principal.staffId)).map(tokenOut) }),
  createOwnToken: async ({ body, principal, now }) => {
    const { row, token } = await createOwnToken(db, principal, body, now);
    return { ...tokenOut(row), token };
  },
  revokeOwnToken: async ({ params, principal, now }) => {
    await revokeOwnToken(db, principal.staffId, params.token_id, now);
    return { revoked: true };
  },
});

const tokenOut = ({ token_id, name, role, created_at, expires_at, last_used_at }: TokenRow) => ({
  ...{ token_id, name, role },
  created_at: isoInstant(created_at),
  expires_at: isoInstant(expires_at),
  last_used_at: instantOrNull(last_used_at),
});
