import { createContext, useContext } from 'react';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import type { Role } from '../../../daemon/contract/endpoint.ts';
import { mayCall } from '../../../daemon/contract/may-call.ts';
import { texts } from '../texts/texts.ts';
import type { Session } from './bridge.ts';

interface SessionContext {
  session: Session;
  /** Called with a new session, or after the session's member of staff has changed. */
  entered(session: Session): void;
  signOut(): Promise<void>;
}

const Context = createContext<SessionContext | null>(null);
export const SessionProvider = Context.Provider;

export function useSession(): SessionContext {
  const value = useContext(Context);
  if (!value) throw new Error('useSession must be used inside SessionProvider');
  return value;
}

export function useMay(): (name: EndpointName) => boolean {
  const { staff } = useSession().session;
  // Earlier versions of the daemon do not send `games`.
  const caller = { role: staff.role, games: staff.games ?? null };
  return (name) => mayCall(caller, name);
}

export const ROLE_NAMES: Record<Role, string> = texts.common.roles;
