import type { Database } from '../../db/database.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { setUnsubscribed } from '../daily-results/daily-results-store.ts';
import { changeOwnEmails } from '../weekly-reports/own-emails.ts';
import { readUnsubscribeToken } from './unsubscribe-rules.ts';

/**
 * Stops the regular emails to the subscriber named in the token.
 * @returns false if the token is invalid
 */
export async function unsubscribe(db: Database, key: SecretKey, token: string, now: number): Promise<boolean> {
  const who = readUnsubscribeToken(key, token);
  if (!who) return false;
  if ('staff_id' in who) return (await changeOwnEmails(db, who.staff_id, { weekly_report: false }, now)) !== null;
  return db.write((handle) => setUnsubscribed(handle, who.creator_id, now));
}
