import { type EndpointName, endpoints } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

/** Returns whether staff with this role may call the endpoint. */
export function mayCall(role: string, name: EndpointName): boolean {
  const { access }: Endpoint = endpoints[name];
  return access.kind === 'staff' && access.roles.some((allowed) => allowed === role);
}
