import type { Role } from '../../../contract/endpoint.ts';
import { mayGiveToken } from '../../../contract/may-call.ts';
import { HOUR_MS } from '../../../lib/clock.ts';

export const TOKEN_PREFIX = 'rst_';
/** The number of base62 characters after the prefix; they encode 256 bits. */
export const TOKEN_LENGTH = 43;
export const MAX_TOKENS = 50;
/** The last use is stored at most this often, so that a busy script causes few writes. */
export const USE_STEP_MS = HOUR_MS;

export const isAccessToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

/**
 * Returns the role of a token, which is at most the person's current role; null if the person's role no longer includes
 * the token's.
 */
export function roleOfToken(person: Role, token: Role): Role | null {
  if (token === 'owner') return person;
  return mayGiveToken(person, token) ? token : null;
}
