import { compare } from '../../lib/compare.ts';
import type { Minor } from '../../lib/money.ts';

/** What a person did in the span of the figures. */
export interface PersonSums {
  claimed: boolean;
  /** The number of payments; refunds do not count. */
  payments: number;
  revenue: Minor;
}

export interface LinkVisits {
  referral_link: string;
  sessions: number;
  people: ReadonlySet<string>;
}

export interface LinkSums {
  referral_link: string;
  sessions: number;
  users: number;
  claimers: number;
  payers: number;
  /** In minor units, as text: JSON has no whole numbers of any size. */
  revenue: string;
}

const MAX_LINKS = 50;

/** Collects the sessions and people of referral links. */
export function createLinks() {
  const links = new Map<string, { sessions: Set<string>; people: Set<string> }>();
  return {
    add(event: { referral_link: string | null; session_id: string; person: string | null }): void {
      if (event.referral_link === null) return;
      const link = links.get(event.referral_link) ?? { sessions: new Set(), people: new Set() };
      link.sessions.add(event.session_id);
      if (event.person !== null) link.people.add(event.person);
      links.set(event.referral_link, link);
    },
    /** Returns the links with the most sessions. */
    result: (): LinkVisits[] =>
      [...links]
        .map(([referral_link, { sessions, people }]) => ({ referral_link, sessions: sessions.size, people }))
        .sort((a, b) => b.sessions - a.sessions || compare(a.referral_link, b.referral_link))
        .slice(0, MAX_LINKS),
  };
}

/** Sums what the people of a link did. People who did nothing have no sums. */
export function sumLink({ people, ...link }: LinkVisits, sumsOf: ReadonlyMap<string, PersonSums>): LinkSums {
  let [claimers, payers, revenue] = [0, 0, 0n];
  for (const person of people) {
    const sums = sumsOf.get(person);
    if (sums?.claimed) claimers += 1;
    if (sums && sums.payments > 0) payers += 1;
    revenue += sums?.revenue ?? 0n;
  }
  return { ...link, users: people.size, claimers, payers, revenue: String(revenue) };
}
