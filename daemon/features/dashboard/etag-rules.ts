import { sha256Hex } from '../../lib/secrets.ts';

/** An answer's bytes with the tag that stands for them. */
export interface EntityBody {
  body: string;
  etag: string;
}

export function entityOf(value: unknown): EntityBody {
  const body = JSON.stringify(value);
  return { body, etag: `"${sha256Hex(body).slice(0, 32)}"` };
}

/** If-None-Match, compared weakly as RFC 9110 says: a proxy that compresses makes tags weak. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
