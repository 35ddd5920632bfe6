import { type EndpointName, endpoints } from './contract.ts';
import type { Endpoint, Role } from './endpoint.ts';

interface Caller {
  role: string;
  /** The games that the person is limited to; null if the person is not limited. */
  games: readonly string[] | null;
}

/** Returns whether a member of staff may call the endpoint. */
export function mayCall({ role, games }: Caller, name: EndpointName): boolean {
  const { access }: Endpoint = endpoints[name];
  if (access.kind !== 'staff') return false;
  return access.roles.some((allowed) => allowed === role) && (games === null || access.perGame === true);
}

/** Returns whether a person may create an access token with this role. */
export const mayGiveToken = (person: Role, token: Role): boolean =>
  person === 'owner' || token === person || token === 'viewer';
