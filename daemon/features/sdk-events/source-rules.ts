import { FIGURE_LIMITS } from '../../domain/events/figure-limits.ts';
import { compare } from '../../lib/compare.ts';
import type { Minor } from '../../lib/money.ts';

/** What a person claimed and paid in the span of the figures. */
export interface PersonSums {
  claimed: boolean;
  /** The number of payments; refunds do not count. */
  payments: number;
  revenue: Minor;
}

export interface SourceVisits {
  source: string;
  sessions: number;
  people: ReadonlySet<string>;
}

export interface SourceSums {
  source: string;
  sessions: number;
  users: number;
  claimers: number;
  payers: number;
  /** In minor units, as text, because JSON parsers may round large numbers. */
  revenue: string;
}

/** Collects the sessions and people of each source. */
export function createSources() {
  const sources = new Map<string, { sessions: Set<string>; people: Set<string> }>();
  return {
    add(event: { source: string | null; session_id: string; person: string | null }): void {
      if (event.source === null) return;
      const visits = sources.get(event.source) ?? { sessions: new Set(), people: new Set() };
      visits.sessions.add(event.session_id);
      if (event.person !== null) visits.people.add(event.person);
      sources.set(event.source, visits);
    },
    /** Returns the sources with the most sessions. */
    result: (): SourceVisits[] =>
      [...sources]
        .map(([source, { sessions, people }]) => ({ source, sessions: sessions.size, people }))
        .sort((a, b) => b.sessions - a.sessions || compare(a.source, b.source))
        .slice(0, FIGURE_LIMITS.sources),
  };
}

/** Sums what a source's people claimed and paid; people who did neither are not in `sumsOf`. */
export function sumSource({ people, ...visits }: SourceVisits, sumsOf: ReadonlyMap<string, PersonSums>): SourceSums {
  let [claimers, payers, revenue] = [0, 0, 0n];
  for (const person of people) {
    const sums = sumsOf.get(person);
    if (sums?.claimed) claimers += 1;
    if (sums && sums.payments > 0) payers += 1;
    revenue += sums?.revenue ?? 0n;
  }
  return { ...visits, users: people.size, claimers, payers, revenue: String(revenue) };
}
