import type { IncomingMessage } from 'node:http';
import { endpointList } from '../contract/contract.ts';
import type { Access } from '../contract/endpoint.ts';
import { splitUrl } from './traffic.ts';

// Browsers come in only where a client key may: the SDK's events.
export const isForBrowsers = (access: Access) => access.kind === 'key' && access.keys.includes('client');

const BROWSER_PATHS = new Set(
  endpointList.filter(([, { access }]) => isForBrowsers(access)).map(([, { path }]) => path),
);

/** The origin of a request that a page may have sent to where pages may send; for answers before the endpoint's own. */
export function pageOriginOf({ url = '', headers: { origin } }: IncomingMessage): string | undefined {
  return origin !== undefined && BROWSER_PATHS.has(splitUrl(url)[0]) ? origin : undefined;
}

/** Every page loads the SDK's script, also with `crossorigin` and `integrity`, and asks there what time it is. */
export const OPEN_TO_PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Date',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
export const isSdkPath = (url = '') => /^\/sdk[./]/.test(url);

/** True where the key names no origins, or this one. A request that names no origin comes from no browser. */
export const isOriginAllowed = (origin: string | undefined, allowedOrigins: readonly string[]) =>
  origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin);

/**
 * Refusals carry it too, or the SDK could not tell a revoked key from a lost connection. There are no cookies here.
 * `Date` tells the SDK how far off the player's clock is.
 */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, Date',
  Vary: 'Origin',
});

export const preflightHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type, X-API-Key',
  // What Chromium believes at most.
  'Access-Control-Max-Age': '7200',
  Vary: 'Origin',
});
