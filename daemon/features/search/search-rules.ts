import { type EndpointName, type Endpoints, endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';

export type Found = AnswerOf<Endpoints['search']>;

export interface Readable {
  campaigns: boolean;
  /** Main codes and creator codes. */
  codes: boolean;
  creatorCodes: boolean;
  creators: boolean;
  staff: boolean;
  players: boolean;
}

/** Whether staff of a role may call an endpoint. */
export function isAllowed(role: string, name: EndpointName): boolean {
  const { access } = endpoints[name];
  return access.kind === 'staff' && access.roles.some((may) => may === role);
}

/** What a role may find: everything that it may read in a list. */
export function readableBy(role: string): Readable {
  const mayCall = (name: EndpointName) => isAllowed(role, name);
  return {
    campaigns: mayCall('listCampaigns'),
    codes: mayCall('listCodes'),
    creatorCodes: mayCall('listAllCreatorCodes'),
    creators: mayCall('listCreators'),
    staff: mayCall('listStaff'),
    players: mayCall('getPlayer'),
  };
}

/** All texts with this prefix are at or after it and before this value, in byte order. */
export const endOfPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
