import type { IncomingHttpHeaders } from 'node:http';
import { AppError, type Problem } from '../contract/refusals.ts';
import { type CookieKind, cookieName, csrfTokenOf } from '../domain/session-cookies.ts';
import { sameHash } from '../lib/secrets.ts';
import type { HttpRequest } from './messages.ts';

/** Returns the value of the daemon's cookie of this kind, such as the token of a session. */
export function cookieToken(
  kind: CookieKind,
  { cookie = '' }: IncomingHttpHeaders,
  publicUrl: string,
): string | undefined {
  const start = `${cookieName(kind, publicUrl)}=`;
  const pairs = cookie.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Refuses requests from other origins, because browsers send cookies with requests from any page. */
export function expectOwnPage({ origin, host = '', 'sec-fetch-site': site }: IncomingHttpHeaders, publicUrl: string) {
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (origin !== undefined && !isOwnOrigin(origin, host, publicUrl)) throw new AppError(otherOrigin(origin, publicUrl));
  if (isForeign) throw new AppError('csrf');
}

/** Reports the Portal's address from the settings to an operator who opened the Portal at a different one. */
const otherOrigin = (origin: string, publicUrl: string): Problem => ({
  code: 'csrf',
  detail: URL.canParse(origin)
    ? `This request comes from ${new URL(origin).origin}, but the Portal’s address is ${new URL(publicUrl).origin} (REDEEMD_PUBLIC_URL).`
    : undefined,
});

/**
 * If a request changes data, requires the token from an earlier response. Only the daemon's own pages can read that
 * response.
 */
export function expectCsrfToken({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>, token: string) {
  const given = headers['x-csrf-token'];
  if (method !== 'GET' && !(typeof given === 'string' && sameHash(given, csrfTokenOf(token))))
    throw new AppError('csrf');
}

/**
 * Returns whether an origin is the daemon's own. This includes the request's host, because the daemon can have names
 * other than the one in REDEEMD_PUBLIC_URL, and a browser sends the cookie only to the host that set it. If
 * REDEEMD_PUBLIC_URL begins with https, pages over http are not accepted.
 */
export function isOwnOrigin(origin: string, host: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const [asks, own] = [new URL(origin), new URL(publicUrl)];
  if (asks.origin === own.origin) return true;
  return asks.host === host.toLowerCase() && (asks.protocol === 'https:' || own.protocol === 'http:');
}
