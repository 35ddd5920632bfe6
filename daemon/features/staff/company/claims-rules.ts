import { ROLES, type Role } from '../../../contract/endpoint.ts';
import type { GroupRole } from '../../../contract/group-role.ts';
import { normalizeEmail } from '../sign-in-rules.ts';

/** What a provider states about a person, in an ID token or at its userinfo endpoint. */
export type Claims = Record<string, unknown>;

/** Returns the roles for a person's groups, highest first. */
export function rolesOf({ groups }: Claims, groupRoles: readonly GroupRole[]): Role[] {
  const names = new Set(Array.isArray(groups) ? groups : [groups]);
  return ROLES.filter((role) => groupRoles.some((pair) => pair.role === role && names.has(pair.group)));
}

/** Returns the email address in lower case; null if the provider has not verified it. */
export function verifiedEmailOf({ email, email_verified }: Claims): string | null {
  // Some providers send the text "true".
  const isVerified = email_verified === true || email_verified === 'true';
  return isVerified && typeof email === 'string' && email.length <= 320 ? normalizeEmail(email) : null;
}

export function nameOf({ name, preferred_username }: Claims, email: string): string {
  const given = [name, preferred_username].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  return (given ?? email).trim().slice(0, 200);
}

/** Returns whether the ID token alone contains everything needed. */
export const isWhole = (claims: Claims) => claims.groups !== undefined && claims.email !== undefined;
