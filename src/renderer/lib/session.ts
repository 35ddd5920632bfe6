import { createContext, useContext } from 'react';
import { type EndpointName, endpoints } from '../../../daemon/contract/contract.ts';
import type { Endpoint, Role } from '../../../daemon/contract/endpoint.ts';
import { texts } from '../texts/texts.ts';
import type { Session } from './bridge.ts';

interface SessionContext {
  session: Session;
  /** Called with a new session, or after the member of staff of the session changed. */
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

/** Whether the contract allows a role to call an endpoint; the Portal hides what the role may not do. */
export function mayCall(role: Role, name: EndpointName): boolean {
  const { access }: Endpoint = endpoints[name];
  return access.kind === 'staff' && access.roles.includes(role);
}

export function useMay(): (name: EndpointName) => boolean {
  const { role } = useSession().session.staff;
  return (name) => mayCall(role, name);
}

export const ROLE_NAMES: Record<Role, string> = texts.common.roles;
