import { fieldFault } from '../contract/field-faults.ts';
import { AppError } from '../contract/refusals.ts';
import { DAY_MS } from '../lib/clock.ts';
import { endOfLocalHour, startOfDay, startsOfDays, startsOfHours } from '../lib/days.ts';

const HOURLY_UP_TO_MS = 3 * DAY_MS;
const DEFAULT_DAYS = 30;
export const MAX_POINTS = 400;

export interface Period {
  /** The period includes `from` and excludes `to`. Both are starts of hours in the organisation's time zone. */
  from: number;
  to: number;
  step: 'hour' | 'day';
  /** The start of each step; the last step ends with the period. */
  points: number[];
}

/**
 * Returns the period of a series. Its start is moved back to the start of its local hour or day, and its end forward to
 * the end of its local hour. Figures are stored per quarter of an hour, so hours and days consist of whole rows.
 */
export function periodOf(
  asked: { from?: number | undefined; to?: number | undefined },
  now: number,
  zone: string,
): Period | 'empty' | 'too_long' {
  // The period includes payments received in the current millisecond.
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

const REFUSED = { empty: 'not_before_to', too_long: 'period_too_long' } as const;

/** Returns the requested period, or throws its refusal. */
export function getPeriod(...asked: Parameters<typeof periodOf>): Period {
  const period = periodOf(...asked);
  if (typeof period !== 'string') return period;
  const fault = fieldFault('#/query', ['from'], REFUSED[period], period === 'too_long' ? { limit: MAX_POINTS } : {});
  throw new AppError({ code: 'invalid_request', errors: [fault] });
}

/** Returns the preceding period of the same length. */
export const previousOf = ({ from, to }: Pick<Period, 'from' | 'to'>) => ({ from: from - (to - from), to: from });

/**
 * Returns the longest duration that divides every step of a period evenly, so that the database can sum rows over it:
 * a day if the steps are days and the clocks do not change, otherwise an hour, half an hour or a quarter of an hour.
 */
export function gridOf({ from, to, points }: Pick<Period, 'from' | 'to' | 'points'>): number {
  return [...points, to].reduce((grid, point) => greatestDivisor(grid, point - from), 0);
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** Sums rows of a quarter of an hour each into the steps of a series. */
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
