import { createHmac } from 'node:crypto';
import { SESSION_MS } from './sign-in-rules.ts';

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:');

/** Returns a name that, under https, no other host can set, not even one of the same domain. */
export const cookieName = (publicUrl: string) => (isHttps(publicUrl) ? '__Host-redeemd_session' : 'redeemd_session');

/** Returns the `Set-Cookie` header of a session. A null token clears the cookie. */
export function sessionCookie(publicUrl: string, token: string | null): string {
  const maxAge = token === null ? 0 : SESSION_MS / 1000;
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}

/** Returns the value that the daemon gives to a page with a session. It does not reveal the token. */
export const csrfTokenOf = (token: string) => createHmac('sha256', token).update('csrf').digest('base64url');
