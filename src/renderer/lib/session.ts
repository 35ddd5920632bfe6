import { createContext, useContext } from 'react';
import { type EndpointName, endpoints } from '../../../daemon/contract/contract.ts';
import type { Endpoint, Role } from '../../../daemon/contract/endpoint.ts';
import type { Session } from './bridge.ts';

interface SessionContext {
  session: Session;
  /** The session changed: a new one, or its member of staff. */
  entered(session: Session): void;
  signOut(): Promise<void>;
}

const Context = createContext<SessionContext | null>(null);
export const SessionProvider = Context.Provider;

export function useSession(): SessionContext {
  const value = useContext(Context);
  if (!value) throw new Error('There is no session here');
  return value;
}

/** Whether a role may call an endpoint, as the contract says; what a role may not do is not shown. */
export function mayCall(role: Role, name: EndpointName): boolean {
  const { access }: Endpoint = endpoints[name];
  return access.kind === 'staff' && access.roles.includes(role);
}

export function useMay(): (name: EndpointName) => boolean {
  const { role } = useSession().session.staff;
  return (name) => mayCall(role, name);
}

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  live_ops: 'Live ops',
  moderator: 'Moderator',
  finance: 'Finance',
  viewer: 'Viewer',
};
