import type { Access } from '../contract/endpoint.ts';

// Browsers come in only where a client key may: the SDK's events.
export const isForBrowsers = (access: Access) => access.kind === 'key' && access.keys.includes('client');

/** True where the key names no origins, or this one. A request that names no origin comes from no browser. */
export const isOriginAllowed = (origin: string | undefined, allowedOrigins: readonly string[]) =>
  origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin);

/** Refusals carry it too, or the SDK could not tell a revoked key from a lost connection. There are no cookies here. */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  Vary: 'Origin',
});

export const preflightHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type, X-API-Key',
  'Access-Control-Max-Age': '600',
  Vary: 'Origin',
});
