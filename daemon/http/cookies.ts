import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../contract/refusals.ts';
import { cookieName, csrfTokenOf } from '../features/staff/cookie-rules.ts';
import { sameHash } from '../lib/secrets.ts';
import type { HttpRequest } from './messages.ts';

/** The token of a browser's session. */
export function cookieToken({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): string | undefined {
  const start = `${cookieName(publicUrl)}=`;
  const pairs = cookie.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** A browser sends its cookies whoever made the page: what another origin asks for in their name is refused. */
export function expectOwnPage({ origin, host = '', 'sec-fetch-site': site }: IncomingHttpHeaders, publicUrl: string) {
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (isForeign || (origin !== undefined && !isOwnOrigin(origin, host, publicUrl))) throw new AppError('csrf');
}

/** What changes something must show that it can read the daemon's answers, which only its own page can. */
export function expectCsrfToken({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>, token: string) {
  const given = headers['x-csrf-token'];
  if (method !== 'GET' && !(typeof given === 'string' && sameHash(given, csrfTokenOf(token))))
    throw new AppError('csrf');
}

/**
 * The daemon is also reached by names that REDEEMD_PUBLIC_URL does not tell, so the host that was asked counts as its
 * own: a browser sends the cookie to the host that set it and to no other. Under https no page over http is its own.
 */
export function isOwnOrigin(origin: string, host: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const [asks, own] = [new URL(origin), new URL(publicUrl)];
  if (asks.origin === own.origin) return true;
  return asks.host === host.toLowerCase() && (asks.protocol === 'https:' || own.protocol === 'http:');
}
