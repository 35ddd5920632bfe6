import type { Role } from '../contract/endpoint.ts';

/** The password of the demo's staff is public, so the demo listens on loopback only. */
export const DEMO_PASSWORD = 'demo-password';
export const STAFF: readonly { role: Role; name: string }[] = [
  { role: 'owner', name: 'Olivia Owner' },
  { role: 'live_ops', name: 'Leo Live-Ops' },
  { role: 'moderator', name: 'Mona Moderator' },
  { role: 'finance', name: 'Finn Finance' },
  { role: 'viewer', name: 'Vera Viewer' },
];
export const emailOf = (role: Role) => `${role.replace('_', '-')}@demo.example`;
