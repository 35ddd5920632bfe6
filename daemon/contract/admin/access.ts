import { ROLES, type Role } from '../endpoint.ts';

/** Returns access for these roles and for the owner, who may call everything. */
export const staffOnly = (...roles: Role[]) => ({ kind: 'staff', roles: ['owner', ...roles] }) as const;
export const everyRole = { kind: 'staff', roles: ROLES } as const;
/** Access for actions on one's own session, even before the required second factor is set up. */
export const ownSession = { kind: 'staff', roles: ROLES, beforeTotp: true } as const;
export const open = { kind: 'public' } as const;
export const signIn = { kind: 'public', signIn: true } as const;
