import { createHmac } from 'node:crypto';
import { SESSION_MS } from './sign-in-rules.ts';

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:');

/** Under https no other host, not even a sibling, can plant a cookie of this name. */
export const cookieName = (publicUrl: string) => (isHttps(publicUrl) ? '__Host-redeemd_session' : 'redeemd_session');

/** The `Set-Cookie` of a session; null clears it. */
export function sessionCookie(publicUrl: string, token: string | null): string {
  const maxAge = token === null ? 0 : SESSION_MS / 1000;
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}

/** Known to whoever was given it by the daemon, and tells nothing of the token. */
export const csrfTokenOf = (token: string) => createHmac('sha256', token).update('csrf').digest('base64url');
