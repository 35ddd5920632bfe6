import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import { macOf, type SecretKey } from '../../lib/keyed.ts';
import { sameHash } from '../../lib/secrets.ts';

export const LINK_LIFETIME_MS = 15 * 60_000;
export const INVITATION_DAYS = 3;
export const INVITATION_MS = INVITATION_DAYS * DAY_MS;
export const EMBED_SESSION_MS = HOUR_MS;
export const VIEW_SESSION_MS = HOUR_MS;
/** The maximum number of links emailed to a creator or a new address per hour. */
export const MAX_MAILED_LINKS = 3;
export const MAILED_LINKS_WINDOW_MS = HOUR_MS;

const macFor = (key: SecretKey, linkId: number) => macOf(key, `creator link\n${linkId}`);

/** Creates the token of a link. The database stores only the ID, so a stolen copy cannot be used to open a page. */
export const linkToken = (key: SecretKey, linkId: number): string => `${linkId}.${macFor(key, linkId)}`;

/** Returns the link ID in a token, or null if this daemon's secret key did not sign the token. */
export function readLinkToken(key: SecretKey, token: string): number | null {
  const [id = ''] = token.split('.');
  const linkId = Number(id);
  return Number.isSafeInteger(linkId) && sameHash(token, linkToken(key, linkId)) ? linkId : null;
}

/** Puts the token after the `#`. Browsers do not send that part to servers, and link checkers ignore it. */
export const linkUrl = (publicUrl: string, token: string): string => `${publicUrl}/creator#link=${token}`;
export const addressUrl = (publicUrl: string, token: string): string => `${publicUrl}/creator#address=${token}`;
export const embedUrl = (publicUrl: string, token: string): string => `${publicUrl}/creator/embed#token=${token}`;
