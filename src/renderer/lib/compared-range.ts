import { aheadOfUtc, instantOf, type Range } from './periods.ts';

/**
 * The periods with which figures can be compared: the same number of days or hours immediately before, or the same days
 * or hours a year earlier.
 */
export const COMPARISONS = ['before', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The daemon returns hours for shorter periods. */
const FEWEST_DAYS = 4;

interface Steps {
  step: 'hour' | 'day';
  /** The start of the first step, as an ISO instant. */
  first: string;
  count: number;
  zone: string;
}

/** Returns the period whose steps are compared with those of a series, one by one. The period can be longer. */
export function comparedRange({ step, first, count, zone }: Steps, comparison: Comparison): Range {
  const start = Date.parse(first);
  const shown = start + aheadOfUtc(start, zone);
  const length = count * (step === 'day' ? DAY_MS : HOUR_MS);
  if (step === 'hour') {
    const from = comparison === 'year' ? instantOf(yearBefore(shown), zone) : start - length;
    return rangeFrom(from, from + length);
  }
  const from = comparison === 'year' ? yearBefore(shown) : shown - length;
  return rangeFrom(instantOf(from, zone), instantOf(from + Math.max(length, FEWEST_DAYS * DAY_MS), zone));
}

function yearBefore(shown: number): number {
  const date = new Date(shown);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  // 29 February is compared with 28 February.
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

const rangeFrom = (from: number, to: number): Range => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
