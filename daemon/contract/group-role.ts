import type { Role } from './endpoint.ts';

/** A group of the company's accounts, and the role that its members have. */
export interface GroupRole {
  role: Role;
  group: string;
}
