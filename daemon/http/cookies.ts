import type { IncomingHttpHeaders } from 'node:http';
import { AppError, type Problem } from '../contract/refusals.ts';
import { cookieName, csrfTokenOf } from '../features/staff/cookie-rules.ts';
import { sameHash } from '../lib/secrets.ts';
import type { HttpRequest } from './messages.ts';

/** The session token in a browser's cookie. */
export function cookieToken({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): string | undefined {
  const start = `${cookieName(publicUrl)}=`;
  const pairs = cookie.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Browsers send cookies with requests of any page, so the daemon refuses requests with cookies of other origins. */
export function expectOwnPage({ origin, host = '', 'sec-fetch-site': site }: IncomingHttpHeaders, publicUrl: string) {
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (origin !== undefined && !isOwnOrigin(origin, host, publicUrl)) throw new AppError(otherOrigin(origin, publicUrl));
  if (isForeign) throw new AppError('csrf');
}

/** An operator who opened the Portal at another address than the setting's reads here which one it is. */
const otherOrigin = (origin: string, publicUrl: string): Problem => ({
  code: 'csrf',
  detail: URL.canParse(origin)
    ? `This request comes from ${new URL(origin).origin}, but the Portal’s address is ${new URL(publicUrl).origin} (REDEEMD_PUBLIC_URL).`
    : undefined,
});

/** A request that changes data must carry a token from an earlier answer, which only the daemon's own page can read. */
export function expectCsrfToken({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>, token: string) {
  const given = headers['x-csrf-token'];
  if (method !== 'GET' && !(typeof given === 'string' && sameHash(given, csrfTokenOf(token))))
    throw new AppError('csrf');
}

/**
 * The daemon may have other names than the one in REDEEMD_PUBLIC_URL, so the request's host counts as its own: a
 * browser sends the cookie only to the host that set it. Under an https URL no page over http counts as its own.
 */
export function isOwnOrigin(origin: string, host: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const [asks, own] = [new URL(origin), new URL(publicUrl)];
  if (asks.origin === own.origin) return true;
  return asks.host === host.toLowerCase() && (asks.protocol === 'https:' || own.protocol === 'http:');
}
