import { plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** The access tokens of the signed-in person. */
const english = {
  title: 'Access tokens',
  note: 'For scripts that call the API for you. A token can do what its role allows, but cannot change your account.',
  list: 'Your access tokens',
  name: 'Name',
  namePlaceholder: 'For example: weekly report',
  nameMissing: 'Give the token a name',
  role: 'Role',
  ends: 'Valid for',
  days: (days: number) => plural(days, 'day'),
  expires: 'Expires',
  expired: 'Expired',
  used: 'Last used',
  never: 'Never',
  create: 'Create a token',
  made: 'Copy the token now. It will not be shown again.',
  copy: 'Copy the token',
  stored: 'I have stored it',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  question: {
    title: (name: string) => `Revoke “${name}”?`,
    text: 'Scripts that use this token will lose access immediately.',
    confirm: 'Revoke',
    cancel: 'Cancel',
  },
  revoked: 'Token revoked.',
  notRevoked: 'The token was not revoked',
};

export const accessTokens = await inLanguage(english, 'access-tokens');
