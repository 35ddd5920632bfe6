import type { IncomingMessage } from 'node:http';
import { endpointList } from '../contract/contract.ts';
import type { Access } from '../contract/endpoint.ts';
import { splitUrl } from './traffic.ts';

// Pages of other origins may call only API endpoints that take client keys: the SDK's events.
export const isForBrowsers = (access: Access) => access.kind === 'key' && access.keys.includes('client');

const BROWSER_PATHS = new Set(
  endpointList.filter(([, { access }]) => isForBrowsers(access)).map(([, { path }]) => path),
);

/** The origin of a request to a path that pages may call; for answers that are sent before any route runs. */
export function pageOriginOf({ url = '', headers: { origin } }: IncomingMessage): string | undefined {
  return origin !== undefined && BROWSER_PATHS.has(splitUrl(url)[0]) ? origin : undefined;
}

/** Any page may load the SDK's script, also with `crossorigin` and `integrity`, and read the time from its headers. */
export const OPEN_TO_PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Date',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
export const isSdkPath = (url = '') => /^\/sdk[./]/.test(url);

/** True where the key names no origins, or this one. A request without an origin does not come from a page. */
export const isOriginAllowed = (origin: string | undefined, allowedOrigins: readonly string[]) =>
  origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin);

/**
 * Refusals carry these headers too; otherwise the SDK could not tell a revoked key from a lost connection. Cookies are
 * not allowed. From `Date` the SDK learns how far off the player's clock is.
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
  // The longest time that Chromium accepts.
  'Access-Control-Max-Age': '7200',
  Vary: 'Origin',
});
