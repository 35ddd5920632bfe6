import type { Database } from '../../db/database.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { setUnsubscribed } from './daily-results-store.ts';
import { readUnsubscribeToken } from './unsubscribe-rules.ts';

/**
 * Stops daily results by email for the creator in the token.
 * @returns false if the token is not valid
 */
export async function unsubscribe(db: Database, key: SecretKey, token: string, now: number): Promise<boolean> {
  const creatorId = readUnsubscribeToken(key, token);
  return creatorId !== null && (await db.write((handle) => setUnsubscribed(handle, creatorId, now)));
}
