import { createHmac } from 'node:crypto';
import { HOUR_MS } from '../lib/clock.ts';

/** How long a session lasts. */
export const SESSION_MS = 12 * HOUR_MS;

/** Whose session a cookie contains: that of staff in the Portal, or that of a creator on their page. */
export type SessionOwner = 'staff' | 'creator';

const NAMES: Record<SessionOwner, string> = { staff: 'redeemd_session', creator: 'redeemd_creator' };

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:');

/** Returns a name that, under https, no other host can set, not even one of the same domain. */
export const cookieName = (owner: SessionOwner, publicUrl: string) =>
  `${isHttps(publicUrl) ? '__Host-' : ''}${NAMES[owner]}`;

/** Returns the `Set-Cookie` header of a session. A null token clears the cookie. */
export function sessionCookie(owner: SessionOwner, publicUrl: string, token: string | null): string {
  const maxAge = token === null ? 0 : SESSION_MS / 1000;
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  return `${cookieName(owner, publicUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}

/** Returns the value that the daemon gives to a page with a session. It does not reveal the token. */
export const csrfTokenOf = (token: string) => createHmac('sha256', token).update('csrf').digest('base64url');
