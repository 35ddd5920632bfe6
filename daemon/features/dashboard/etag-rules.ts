import { sha256Hex } from '../../lib/secrets.ts';

/** An answer's bytes with their ETag. */
export interface EntityBody {
  body: string;
  etag: string;
}

export function entityOf(value: unknown): EntityBody {
  const body = JSON.stringify(value);
  return { body, etag: `"${sha256Hex(body).slice(0, 32)}"` };
}

/** If-None-Match, with the weak comparison of RFC 9110: a proxy that compresses makes tags weak. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
