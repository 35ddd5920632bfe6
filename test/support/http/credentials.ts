import type { Access } from '../../../daemon/contract/endpoint.ts';
import type { Database } from '../../../daemon/db/database.ts';
import { insertCreatorSession } from '../../../daemon/features/creator-access/creator-access-store.ts';
import { introduceCreator } from '../../../daemon/features/creators/creators-store.ts';
import { HOUR_MS } from '../../../daemon/lib/clock.ts';
import { randomToken, sha256Hex } from '../../../daemon/lib/secrets.ts';
import type { TestDaemon } from '../world/daemon.ts';
import { apiKey, bearer } from './test-client.ts';

/** Opens a session on the creator page of a creator, who is created if needed. @returns its token */
export async function signedInCreator(db: Database, creatorId = 'creator_1', now = Date.now()): Promise<string> {
  const token = randomToken();
  const session = { token_hash: sha256Hex(token), creator_id: creatorId, kind: 'page', created_at: now } as const;
  await db.write(async (handle) => {
    await introduceCreator(handle, { creatorId, displayName: undefined, email: undefined }, now);
    await insertCreatorSession(handle, { ...session, expires_at: now + HOUR_MS });
  });
  return token;
}

/** Returns the headers of a caller whom an endpoint accepts. @param creatorId for endpoints of the creator page */
export async function credentialsFor(
  { db, serverKey, ownerToken }: Pick<TestDaemon, 'db' | 'serverKey' | 'ownerToken'>,
  { kind }: Access,
  creatorId?: string,
): Promise<Record<string, string>> {
  if (kind === 'public') return {};
  if (kind === 'creator') return bearer(await signedInCreator(db, creatorId));
  return kind === 'key' ? apiKey(serverKey) : bearer(ownerToken);
}
