import { macOf, type SecretKey } from '../../lib/keyed.ts';
import { sameHash } from '../../lib/secrets.ts';

/** The receiver of regular emails: a creator for daily results, or a member of staff for the weekly report. */
export type Subscriber = { creator_id: string } | { staff_id: number };

const STAFF = 'staff';

/**
 * Creates the token for the unsubscribe link in each email. It identifies the subscriber, never expires, and only
 * allows unsubscribing.
 */
export function unsubscribeToken(key: SecretKey, who: Subscriber): string {
  if ('staff_id' in who) return `${STAFF}.${who.staff_id}.${macOf(key, `unsubscribe staff\n${who.staff_id}`)}`;
  return `${Buffer.from(who.creator_id).toString('base64url')}.${macOf(key, `unsubscribe\n${who.creator_id}`)}`;
}

/** Returns whether a token has the form of tokens for staff, without checking its signature. */
export const isForStaff = (token: string): boolean => token.startsWith(`${STAFF}.`) && token.split('.').length === 3;

const MOST_CHARACTERS = 1500;

/** Returns the subscriber named in a token; null if this daemon's secret key did not sign the token. */
export function readUnsubscribeToken(key: SecretKey, token: string): Subscriber | null {
  const text = token.slice(0, MOST_CHARACTERS);
  const [first = '', second = ''] = text.split('.');
  const who = isForStaff(text)
    ? { staff_id: Number(second) }
    : { creator_id: Buffer.from(first, 'base64url').toString('utf8') };
  return sameHash(text, unsubscribeToken(key, who)) ? who : null;
}
