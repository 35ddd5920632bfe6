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
  payoutRuns: boolean;
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
    payoutRuns: mayCall('listPayoutRuns'),
    players: mayCall('getPlayer'),
  };
}

/** The number of a payout run, as "12", "#12" or "run 12"; null for any other text. */
export function runIdOf(text: string): number | null {
  const [, digits] = /^(?:run\s*|#\s*)?([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** All texts with this prefix are at or after it and before this value, in byte order. */
export const endOfPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
