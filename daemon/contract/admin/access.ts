import { ROLES, type Role } from '../endpoint.ts';

/** Returns access for these roles and for owners, who can call every staff endpoint. */
export const staffOnly = (...roles: Role[]) => ({ kind: 'staff', roles: ['owner', ...roles] }) as const;
/** Returns the same access as `staffOnly`, but also for people limited to some games. */
export const perGame = (...roles: Role[]) => ({ ...staffOnly(...roles), perGame: true }) as const;
export const everyRole = { kind: 'staff', roles: ROLES, perGame: true } as const;
/** Access to one's own identity, even before the required second factor is set up. */
export const ownIdentity = { kind: 'staff', roles: ROLES, beforeTotp: true, perGame: true } as const;
/** Access to actions on one's own session and account, which scripts' access tokens cannot perform. */
export const ownSession = { ...ownIdentity, bySession: true } as const;
export const bySession = { ...everyRole, bySession: true } as const;
export const open = { kind: 'public' } as const;
export const signIn = { kind: 'public', signIn: true } as const;
