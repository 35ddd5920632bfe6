import { createHmac } from 'node:crypto';
import { SESSION_MS } from './sign-in-rules.ts';

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:');

/** Under https no other host, not even one of the same domain, can set a cookie with this name. */
export const cookieName = (publicUrl: string) => (isHttps(publicUrl) ? '__Host-redeemd_session' : 'redeemd_session');

/** The `Set-Cookie` header of a session; null clears the cookie. */
export function sessionCookie(publicUrl: string, token: string | null): string {
  const maxAge = token === null ? 0 : SESSION_MS / 1000;
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}

/** A page that has a session gets this value from the daemon; it does not reveal the token. */
export const csrfTokenOf = (token: string) => createHmac('sha256', token).update('csrf').digest('base64url');
