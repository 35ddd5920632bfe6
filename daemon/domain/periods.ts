import { AppError } from '../contract/refusals.ts';
import { DAY_MS } from '../lib/clock.ts';
import { endOfLocalHour, startOfDay, startsOfDays, startsOfHours } from '../lib/days.ts';

const HOURLY_UP_TO_MS = 3 * DAY_MS;
const DEFAULT_DAYS = 30;
export const MAX_POINTS = 400;

export interface Period {
  /** Half-open. Both ends are at the beginning of an hour of the organisation's zone, and so of a quarter. */
  from: number;
  to: number;
  step: 'hour' | 'day';
  /** The beginning of each step; the last step ends with the period. */
  points: number[];
}

/**
 * The period of a series. It extends the requested start back to the beginning of its local hour or day, and the end
 * forward to the end of its local hour. Figures are kept by the quarter of an hour, so hours and days consist of whole
 * rows.
 */
export function periodOf(
  asked: { from?: number | undefined; to?: number | undefined },
  now: number,
  zone: string,
): Period | 'empty' | 'too_long' {
  // A payment in this very millisecond belongs to the period.
  const end = asked.to ?? now + 1;
  const begin = asked.from ?? startOfDay(end - 1, zone, 1 - DEFAULT_DAYS);
  if (begin >= end) return 'empty';
  if (end - begin > (MAX_POINTS + 1) * DAY_MS) return 'too_long';
  const step = end - begin <= HOURLY_UP_TO_MS ? 'hour' : 'day';
  const to = endOfLocalHour(end - 1, zone);
  const points = (step === 'hour' ? startsOfHours : startsOfDays)(begin, to, zone);
  if (points.length > MAX_POINTS) return 'too_long';
  return { from: points[0] ?? begin, to, step, points };
}

const REFUSED = {
  empty: 'from must be earlier than to',
  too_long: `from and to are more than ${MAX_POINTS} days apart`,
};

/** The requested period, or its refusal. */
export function getPeriod(...asked: Parameters<typeof periodOf>): Period {
  const period = periodOf(...asked);
  if (typeof period !== 'string') return period;
  throw new AppError({ code: 'invalid_request', errors: [{ pointer: '#/query/from', detail: REFUSED[period] }] });
}

/** The period of the same length before. */
export const previousOf = ({ from, to }: Pick<Period, 'from' | 'to'>) => ({ from: from - (to - from), to: from });

/**
 * The longest length that divides every step of a period, counted from its beginning, so that the database can sum rows
 * over it: a day if no clock changes, else an hour, half an hour or a quarter.
 */
export function gridOf({ from, to, points }: Pick<Period, 'from' | 'to' | 'points'>): number {
  return [...points, to].reduce((grid, point) => greatestDivisor(grid, point - from), 0);
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** Sums rows, each of a quarter of an hour, into the steps of a series. */
export function foldHours<Row extends { hour: number }, Sum>(
  points: readonly number[],
  rows: readonly Row[],
  nothing: () => Sum,
  add: (sum: Sum, row: Row) => void,
): { at: number; sum: Sum }[] {
  const steps = points.map((at) => ({ at, sum: nothing() }));
  const inOrder = rows.toSorted((a, b) => a.hour - b.hour);
  let at = 0;
  for (const row of inOrder) {
    while (at + 1 < points.length && (points[at + 1] as number) <= row.hour) at += 1;
    const step = steps[at];
    if (step) add(step.sum, row);
  }
  return steps;
}
