import type { Role } from './endpoint.ts';

/** A group of company accounts, and the role that its members get. */
export interface GroupRole {
  role: Role;
  group: string;
}
