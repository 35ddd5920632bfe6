import { ROLES, type Role } from '../endpoint.ts';

/** The owner may everything, so only the other roles are named. */
export const staffOnly = (...roles: Role[]) => ({ kind: 'staff', roles: ['owner', ...roles] }) as const;
export const everyRole = { kind: 'staff', roles: ROLES } as const;
/** What one does with one’s own session, also before a second factor that is asked for is set up. */
export const ownSession = { kind: 'staff', roles: ROLES, beforeTotp: true } as const;
export const open = { kind: 'public' } as const;
