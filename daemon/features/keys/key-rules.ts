import { type KeyKind, SCOPES, type Scope } from '../../contract/endpoint.ts';

export const KEY_PREFIX = { server: 'sk_', client: 'ck_' } as const satisfies Record<KeyKind, string>;
/** The number of base62 characters after the prefix; they encode 256 bits. */
export const KEY_LENGTH = 43;
/** This many characters of a key stay visible, to distinguish it from other keys. */
export const VISIBLE_LENGTH = 8;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/**
 * Returns the scopes of a new key, in the contract's order; null if the request contains a scope that the kind cannot
 * have.
 */
export function scopesOf(kind: KeyKind, asked: readonly Scope[] | undefined): Scope[] | null {
  const allowed: readonly Scope[] = kind === 'client' ? ['events'] : SCOPES;
  if (asked?.some((scope) => !allowed.includes(scope))) return null;
  return allowed.filter((scope) => !asked || asked.includes(scope));
}

export interface KeyLife {
  expires_at: number | null;
  revoked_at: number | null;
}

/** Checks whether the key is still valid. */
export const isAlive = (key: KeyLife, now: number) =>
  key.revoked_at === null && (key.expires_at === null || key.expires_at > now);

/** Returns when a rotated key expires: after the overlap, but no later than its previous expiry. */
export const endOfOverlap = (key: KeyLife, now: number, overlapSeconds = DEFAULT_OVERLAP_SECONDS) =>
  Math.min(key.expires_at ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000);
