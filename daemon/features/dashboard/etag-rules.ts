import { sha256Hex } from '../../lib/secrets.ts';

/** The body of a response, with its ETag. */
export interface EntityBody {
  body: string;
  etag: string;
}

export function entityOf(value: unknown): EntityBody {
  const body = JSON.stringify(value);
  return { body, etag: `"${sha256Hex(body).slice(0, 32)}"` };
}

/** Compares If-None-Match weakly (RFC 9110), because proxies that compress responses make their tags weak. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
