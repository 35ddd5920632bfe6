import { z } from 'zod';
import { secret, setting } from './config-setting.ts';
import { ROLES } from './contract/endpoint.ts';
import type { GroupRole } from './contract/group-role.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const issuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  return isSafe && `${username}${search}${hash}` === '';
}, 'must be an https URL, exactly as the provider states it');

const groupRoles = z.string().transform((text, context): GroupRole[] =>
  text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const [role, ...rest] = pair.split('=').map((part) => part.trim());
      const group = rest.join('=');
      const known = ROLES.find((name) => name === role);
      if (known && group !== '') return { role: known, group };
      context.addIssue(`must be role=group pairs, such as live_ops=game-liveops; the roles are ${ROLES.join(', ')}`);
      return z.NEVER;
    }),
);

/** Settings for sign-in with company accounts through OpenID Connect. */
export const companySettings = {
  oidcIssuer: setting('REDEEMD_OIDC_ISSUER', issuer.optional(), '', 'the OpenID Connect provider for company accounts'),
  oidcClientId: setting(
    'REDEEMD_OIDC_CLIENT_ID',
    z.string().max(1024).optional(),
    '',
    'the daemon’s client ID at the provider',
  ),
  oidcClientSecret: secret(
    'REDEEMD_OIDC_CLIENT_SECRET',
    z.string().max(4096).optional(),
    '',
    'the client secret; not needed for a public client',
  ),
  oidcScopes: setting(
    'REDEEMD_OIDC_SCOPES',
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine((scopes) => scopes.includes('openid'), 'must contain openid')
      .default(['openid', 'email', 'profile']),
    'openid email profile',
    'the scopes that the daemon requests; add offline_access or groups if the provider needs them',
  ),
  oidcRoles: setting(
    'REDEEMD_OIDC_ROLES',
    groupRoles.optional(),
    '',
    'the role of each group: live_ops=game-liveops,finance=finance-team',
  ),
};

const TOGETHER = ['REDEEMD_OIDC_ISSUER', 'REDEEMD_OIDC_CLIENT_ID', 'REDEEMD_OIDC_ROLES'];

/** @param given the names of the settings that are set */
export function companyFaults(given: ReadonlySet<string>): string[] {
  const isAsked = [...given].some((name) => name.startsWith('REDEEMD_OIDC_'));
  const isWhole = TOGETHER.every((name) => given.has(name));
  return isAsked && !isWhole ? [`${TOGETHER.slice(0, -1).join(', ')} and ${TOGETHER.at(-1)} must be set together`] : [];
}
