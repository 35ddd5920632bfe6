import type { IncomingMessage } from 'node:http';
import { endpointList } from '../contract/contract.ts';
import type { Access } from '../contract/endpoint.ts';
import { splitUrl } from './traffic.ts';

// Pages from other origins may call only API endpoints that accept client keys: those for SDK events.
export const isForBrowsers = (access: Access) => access.kind === 'key' && access.keys.includes('client');

const BROWSER_PATHS = new Set(
  endpointList.filter(([, { access }]) => isForBrowsers(access)).map(([, { path }]) => path),
);

/** Returns the origin of a request to a path that pages may call, for responses that are sent before any route runs. */
export function pageOriginOf({ url = '', headers: { origin } }: IncomingMessage): string | undefined {
  return origin !== undefined && BROWSER_PATHS.has(splitUrl(url)[0]) ? origin : undefined;
}

/** Lets any page load the SDK's script, even with `crossorigin` and `integrity`, and read the time in its headers. */
export const OPEN_TO_PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Date',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
export const isSdkPath = (url = '') => /^\/sdk[./]/.test(url);

/**
 * Returns whether a key allows an origin. A key without a list allows all origins; a request without an origin is not
 * from a page.
 */
export const isOriginAllowed = (origin: string | undefined, allowedOrigins: readonly string[]) =>
  origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin);

/**
 * Refusals have these headers too; otherwise the SDK could not distinguish a revoked key from a lost connection. The
 * headers allow no cookies, and `Date` shows the SDK how far off the player's clock is.
 */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, RateLimit, RateLimit-Policy, Date',
  Vary: 'Origin',
});

export const preflightHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type, X-API-Key, X-Request-Id, X-Test-Key, traceparent',
  // This is the longest time that Chromium accepts.
  'Access-Control-Max-Age': '7200',
  Vary: 'Origin',
});
