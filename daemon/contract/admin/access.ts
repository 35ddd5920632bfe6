import { ROLES, type Role } from '../endpoint.ts';

/** Returns access for these roles and for the owner, who may call everything. */
export const staffOnly = (...roles: Role[]) => ({ kind: 'staff', roles: ['owner', ...roles] }) as const;
/** Returns the same access, also for people who are limited to some games. */
export const perGame = (...roles: Role[]) => ({ ...staffOnly(...roles), perGame: true }) as const;
export const everyRole = { kind: 'staff', roles: ROLES, perGame: true } as const;
/** Access for reading who one is, even before the required second factor is set up. */
export const ownIdentity = { kind: 'staff', roles: ROLES, beforeTotp: true, perGame: true } as const;
/** Access for actions on one's own session and account, which no access token of a script may take. */
export const ownSession = { ...ownIdentity, bySession: true } as const;
export const bySession = { ...everyRole, bySession: true } as const;
export const open = { kind: 'public' } as const;
export const signIn = { kind: 'public', signIn: true } as const;
