import { macOf, type SecretKey } from '../../lib/keyed.ts';
import { sameHash } from '../../lib/secrets.ts';

const macFor = (key: SecretKey, creatorId: string) => macOf(key, `unsubscribe\n${creatorId}`);

/** Creates the token for the link in each email. It names the creator, never expires, and only allows unsubscribing. */
export const unsubscribeToken = (key: SecretKey, creatorId: string): string =>
  `${Buffer.from(creatorId).toString('base64url')}.${macFor(key, creatorId)}`;

const MOST_CHARACTERS = 1500;

/** Returns the creator in a token; null if this daemon's secret key did not sign it. */
export function readUnsubscribeToken(key: SecretKey, token: string): string | null {
  const [name = '', mac = '', ...rest] = token.slice(0, MOST_CHARACTERS).split('.');
  const creatorId = Buffer.from(name, 'base64url').toString('utf8');
  const isPlain = rest.length === 0 && Buffer.from(creatorId).toString('base64url') === name;
  return isPlain && sameHash(mac, macFor(key, creatorId)) ? creatorId : null;
}
