/** The periods that end now. */
export const RECENT = ['24h', '7d', '30d', '90d'] as const;
type Recent = (typeof RECENT)[number];
/** Periods of whole months in the organisation's time zone. The last two end now. */
export const MONTHS = ['last-month', 'this-month', '12-months'] as const;
type Months = (typeof MONTHS)[number];
/** The days from one date to another, both included, such as 2026-10-01..2026-10-31. */
type Days = `${string}..${string}`;
export type Period = Recent | Months | Days;
export const DEFAULT_PERIOD: Period = '30d';
/** The daemon refuses longer periods. */
export const MOST_DAYS = 400;

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const DAY_MS = 24 * HOUR_MS;
const DAYS: Record<Recent, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 };

const isRecent = (period: Period): period is Recent => RECENT.some((name) => name === period);

/** Parses a period from the address; undefined if the value is not a period or is the default. */
export function parsePeriod(value: unknown, byDefault: Period | null = DEFAULT_PERIOD): Period | undefined {
  const named = [...RECENT, ...MONTHS].find((name) => name === value);
  const period = named ?? (typeof value === 'string' && datesOf(value) ? (value as Days) : undefined);
  return period === byDefault ? undefined : period;
}

export interface Dates {
  first: string;
  last: string;
}

export const daysFrom = ({ first, last }: Dates): Days => `${first}..${last}`;

/**
 * Returns the period from the day of one step of a series to the day of another.
 * @param at the start of each step
 */
export function periodOfSteps(at: readonly string[], first: number, last: number, zone: string): Period {
  const dateOf = (step: number) => dateText(dayOf(Date.parse(at[step] ?? ''), zone));
  return daysFrom({ first: dateOf(first), last: dateOf(last) });
}

/** Returns the first and the last date of a period of days; null for other periods and texts. */
export function datesOf(period: string): Dates | null {
  const [, first = '', last = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(period) ?? [];
  return isRealDate(first) && isRealDate(last) && isPeriod({ first, last }) ? { first, last } : null;
}

/** Returns whether the dates are in order, and not too far apart. */
export function isPeriod({ first, last }: Dates): boolean {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return days >= 1 && days <= MOST_DAYS;
}

const isRealDate = (date: string) => dateText(Date.parse(date)) === date;
const dateText = (at: number) => (Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10));

export interface Range {
  from: string;
  to: string;
}

/** Returns the instants of a period. They stay the same until the current quarter of an hour ends. */
export function rangeOf(period: Period, now: number, zone?: string): Range {
  if (isRecent(period)) return recentRange(period, now, zone);
  const { first, last } = datesOf(period) ?? monthDates(period as Months, dayOf(now, zone));
  const from = instantOf(Date.parse(first), zone);
  const to = instantOf(Date.parse(last) + DAY_MS, zone);
  return { from: new Date(from).toISOString(), to: new Date(Math.min(to, endOfQuarter(now))).toISOString() };
}

/** @param today the current date in the zone, as midnight UTC */
function monthDates(period: Months, today: number): Dates {
  const [year, month] = [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()];
  const first = { 'this-month': month, 'last-month': month - 1, '12-months': month - 11 }[period];
  const last = period === 'last-month' ? Date.UTC(year, month, 0) : today;
  return { first: dateText(Date.UTC(year, first, 1)), last: dateText(last) };
}

/**
 * Returns the instant at which the clocks of a zone show a time. For midnight, this is the first instant of the date.
 * @param shown what the clocks show, as an instant of UTC
 */
export function instantOf(shown: number, zone: string | undefined): number {
  // The second estimate is exact unless the clocks change around this time. In that case, the later of the two
  // estimates is on the right date.
  const near = shown - aheadOfUtc(shown, zone);
  return Math.max(near, shown - aheadOfUtc(near, zone));
}

/** Returns how far the clocks of a zone are ahead of UTC. */
export function aheadOfUtc(at: number, timeZone: string | undefined): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}

const endOfQuarter = (now: number) => Math.floor(now / QUARTER_MS) * QUARTER_MS + QUARTER_MS;

function recentRange(period: Recent, now: number, zone: string | undefined): Range {
  const to = endOfQuarter(now);
  const quarter = to - QUARTER_MS;
  // The daemon extends 24 hours to whole hours of the organisation's zone, which can start at any quarter of an hour. A
  // request that is 45 minutes shorter therefore covers exactly 24 of these hours. For longer periods, the daemon
  // extends the request to whole days, including today.
  const from = period === '24h' ? to - DAY_MS + 3 * QUARTER_MS : daysBefore(quarter, DAYS[period] - 1, zone);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/**
 * Returns an instant on the local day that is `days` days earlier. If the clocks change, `days * 24` hours can miss
 * this day.
 */
function daysBefore(at: number, days: number, zone: string | undefined): number {
  const then = at - days * DAY_MS;
  const difference = dayOf(at, zone) - dayOf(then, zone) - days * DAY_MS;
  return then + Math.sign(difference) * 2 * HOUR_MS;
}

const dayOf = (at: number, timeZone: string | undefined) =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(at));
