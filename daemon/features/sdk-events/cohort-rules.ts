import type { WeeksOfPeople } from '../../event-log/event-log.ts';

/** The people whose first event in the period is in the same week. */
export interface Cohort {
  /** The number of the week in the period; the first week is 0. */
  week: number;
  users: number;
  /** How many of these people have events in that week, and in each later week. */
  active: number[];
}

/** Collects the weeks in which each person has events. Each week is one bit. */
export function createWeeks() {
  const weeksOf = new Map<string, number>();
  return {
    add(person: string | null, week: number): void {
      if (person !== null) weeksOf.set(person, (weeksOf.get(person) ?? 0) | (1 << week));
    },
    result(): WeeksOfPeople[] {
      const people = new Map<number, number>();
      for (const weeks of weeksOf.values()) people.set(weeks, (people.get(weeks) ?? 0) + 1);
      return [...people].map(([weeks, count]) => ({ weeks, people: count }));
    },
  };
}

/** Returns a cohort for each week. */
export function cohortsOf(people: readonly WeeksOfPeople[], weeks: number): Cohort[] {
  const cohorts = Array.from({ length: weeks }, (_, week) => ({
    week,
    users: 0,
    active: Array.from({ length: weeks - week }, () => 0),
  }));
  for (const { weeks: bits, people: count } of people) {
    const cohort = cohorts.find(({ week }) => (bits & (1 << week)) !== 0);
    if (!cohort) continue;
    cohort.users += count;
    cohort.active = cohort.active.map((active, at) => (bits & (1 << (cohort.week + at)) ? active + count : active));
  }
  return cohorts;
}
