import type { EndpointName, Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { mayCall } from '../../contract/may-call.ts';

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

/** What a role may find: everything that it may read in a list. */
export function readableBy(role: string): Readable {
  const may = (name: EndpointName) => mayCall(role, name);
  return {
    campaigns: may('listCampaigns'),
    codes: may('listCodes'),
    creatorCodes: may('listAllCreatorCodes'),
    creators: may('listCreators'),
    staff: may('listStaff'),
    payoutRuns: may('listPayoutRuns'),
    players: may('getPlayer'),
  };
}

/** The number of a payout run, as "12", "#12" or "run 12"; null for any other text. */
export function runIdOf(text: string): number | null {
  const [, digits] = /^(?:run\s*|#\s*)?([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** All texts with this prefix are at or after it and before this value, in byte order. */
export const endOfPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
