import type { EndpointName, Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { mayCall } from '../../contract/may-call.ts';
import type { StaffPrincipal } from '../../contract/route.ts';

export type Found = AnswerOf<Endpoints['search']>;

export type Searcher = Pick<StaffPrincipal, 'role' | 'games'>;

export interface Readable {
  campaigns: boolean;
  /** Main codes, which are redeem codes and referral codes. */
  codes: boolean;
  creatorCodes: boolean;
  creators: boolean;
  staff: boolean;
  payoutRuns: boolean;
  players: boolean;
}

/** Returns the kinds of objects that a person may find: the kinds that they may list. */
export function readableBy(who: Searcher): Readable {
  const may = (name: EndpointName) => mayCall(who, name);
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

/** Parses the number of a payout run, such as "12", "#12" or "run 12". Returns null for other texts. */
export function runIdOf(text: string): number | null {
  const [, digits] = /^(?:run\s*|#\s*)?([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Returns a text that is greater than all texts with this prefix, in byte order. */
export const endOfPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
