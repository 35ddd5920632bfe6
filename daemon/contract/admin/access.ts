import { ROLES, type Role } from '../endpoint.ts';

/** The owner may call everything, so only the other roles are named. */
export const staffOnly = (...roles: Role[]) => ({ kind: 'staff', roles: ['owner', ...roles] }) as const;
export const everyRole = { kind: 'staff', roles: ROLES } as const;
/** What a member of staff does with their own session, also before they set up a required second factor. */
export const ownSession = { kind: 'staff', roles: ROLES, beforeTotp: true } as const;
export const open = { kind: 'public' } as const;
export const signIn = { kind: 'public', signIn: true } as const;
