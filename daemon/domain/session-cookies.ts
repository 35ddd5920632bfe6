import { createHmac } from 'node:crypto';
import { HOUR_MS } from '../lib/clock.ts';

/** How long a session lasts. */
export const SESSION_MS = 12 * HOUR_MS;

/** Whose session a cookie contains: that of staff in the Portal, or that of a creator on their page. */
export type SessionOwner = 'staff' | 'creator';
/** `visit`: a browser's visit to the company's sign-in provider. */
export type CookieKind = SessionOwner | 'visit';

const NAMES: Record<CookieKind, string> = {
  staff: 'redeemd_session',
  creator: 'redeemd_creator',
  visit: 'redeemd_visit',
};

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:');

/** Returns the cookie's name. Under https, no other host can set a cookie with this name, even in the same domain. */
export const cookieName = (kind: CookieKind, publicUrl: string) =>
  `${isHttps(publicUrl) ? '__Host-' : ''}${NAMES[kind]}`;

/** Returns the `Set-Cookie` header of a session. A null token clears the cookie. */
export const sessionCookie = (owner: SessionOwner, publicUrl: string, token: string | null): string =>
  setCookie(owner, publicUrl, token, { sameSite: 'Strict', maxAgeMs: SESSION_MS });

/** Returns the `Set-Cookie` header of a visit. It is `Lax`, because the browser returns from the provider's site. */
export const visitCookie = (publicUrl: string, visit: string | null, maxAgeMs: number): string =>
  setCookie('visit', publicUrl, visit, { sameSite: 'Lax', maxAgeMs });

function setCookie(
  kind: CookieKind,
  publicUrl: string,
  value: string | null,
  { sameSite, maxAgeMs }: { sameSite: 'Strict' | 'Lax'; maxAgeMs: number },
): string {
  const maxAge = value === null ? 0 : maxAgeMs / 1000;
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  const name = cookieName(kind, publicUrl);
  return `${name}=${value ?? ''}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}${secure}`;
}

/** Returns the CSRF token for a session token. It does not reveal the session token. */
export const csrfTokenOf = (token: string) => createHmac('sha256', token).update('csrf').digest('base64url');
