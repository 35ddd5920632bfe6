import type { Database } from '../../db/database.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { setUnsubscribed } from './mail-recipients-store.ts';
import { readUnsubscribeToken } from './unsubscribe-rules.ts';

/** No daily results by e-mail any more for whom the token names. @returns false where it names nobody */
export async function unsubscribe(db: Database, key: SecretKey, token: string, now: number): Promise<boolean> {
  const creatorId = readUnsubscribeToken(key, token);
  return creatorId !== null && (await db.write((handle) => setUnsubscribed(handle, creatorId, now)));
}
