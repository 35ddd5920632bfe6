import { Temporal } from 'temporal-polyfill';
import { dateOf, hourOfDate, mondayOf, startOfDate } from '../lib/days.ts';

/** The schedule of a job. Months, weeks and days are in the organisation's time zone. */
export type Schedule =
  | { every: 'month' }
  /** From Monday to Sunday. The job runs at this hour of the next Monday. */
  | { every: 'week'; hour: number }
  /** The job runs after the end of the day, at this hour of the next one. `zone` replaces the organisation's. */
  | { every: 'day'; hour: number; zone?: string }
  /** For work on all existing rows: after downtime, the job runs once. */
  | { every: 'minutes'; minutes: number };

/** Returns the time zone of a schedule. */
export const zoneOf = (schedule: Schedule, ofOrganisation: string): string =>
  (schedule.every === 'day' && schedule.zone) || ofOrganisation;

/** The unit of work of one run of a job. */
export interface Period {
  /** The key of a period never changes and is the same on every daemon. Later periods of a job have greater keys. */
  key: string;
  from: number;
  /** The exclusive end. */
  to: number;
  /** The earliest start of the run, never before the end of the period. */
  dueAt: number;
}

const MINUTE_MS = 60_000;
/** The maximum number of due periods per check. The others wait for the next check. */
const MOST_AT_ONCE = 1000;

/** Returns the due periods after the one with this key, oldest first. */
export function duePeriods(schedule: Schedule, zone: string, lastKey: string, now: number): Period[] {
  if (schedule.every === 'minutes') {
    const latest = lastDuePeriod(schedule, zone, now);
    return latest.key > lastKey ? [latest] : [];
  }
  const due: Period[] = [];
  for (let key = lastKey; due.length < MOST_AT_ONCE; ) {
    key = keyAfter(schedule, key);
    const period = periodOf(schedule, zone, key);
    if (period.dueAt > now) break;
    // If a zone skipped a date when it moved across the date line, the period of that date is empty.
    if (period.from < period.to) due.push(period);
  }
  return due;
}

/** Returns the newest due period. */
export function lastDuePeriod(schedule: Schedule, zone: string, now: number): Period {
  let key = keyAt(schedule, zone, now);
  for (;;) {
    const period = periodOf(schedule, zone, key);
    if (period.dueAt <= now) return period;
    key = keyBefore(schedule, key);
  }
}

/** Returns the first period that is not due yet. */
export function nextPeriod(schedule: Schedule, zone: string, now: number): Period {
  let period = lastDuePeriod(schedule, zone, now);
  while (period.dueAt <= now || period.from === period.to)
    period = periodOf(schedule, zone, keyAfter(schedule, period.key));
  return period;
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const KEYS = { month: /^\d{4}-(0[1-9]|1[0-2])$/, week: DATE, day: DATE, minutes: /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/ };

export const KEY_FORMS = {
  month: 'a month, such as 2026-10',
  week: 'the Monday of a week, such as 2026-11-16',
  day: 'a day, such as 2026-11-20',
  minutes: 'a time in UTC, such as 2026-11-20T14:00Z',
};

/** Returns the period with this key; null if the key is not valid. */
export function findPeriod(schedule: Schedule, zone: string, key: string): Period | null {
  const { every } = schedule;
  const start = Date.parse(every === 'month' ? `${key}-01` : key);
  if (!KEYS[every].test(key) || Number.isNaN(start)) return null;
  const isReal = {
    month: () => true,
    week: () => isoDate(start) === key && mondayOf(key) === key,
    day: () => isoDate(start) === key,
    minutes: () => keyAt(schedule, zone, start) === key,
  };
  return isReal[every]() ? periodOf(schedule, zone, key) : null;
}

function periodOf(schedule: Schedule, zone: string, key: string): Period {
  const next = keyAfter(schedule, key);
  if (schedule.every === 'minutes')
    return { key, from: Date.parse(key), to: Date.parse(next), dueAt: Date.parse(next) };
  const [first, after] = schedule.every === 'month' ? [`${key}-01`, `${next}-01`] : [key, next];
  const [from, to] = [startOfDate(first, zone), startOfDate(after, zone)];
  const dueAt = schedule.every === 'month' ? to : Math.max(to, hourOfDate(after, zone, schedule.hour));
  return { key, from, to, dueAt };
}

/** Returns the key of the period that contains an instant. */
function keyAt(schedule: Schedule, zone: string, now: number): string {
  if (schedule.every === 'month') return dateOf(now, zone).slice(0, 7);
  if (schedule.every === 'week') return mondayOf(dateOf(now, zone));
  if (schedule.every === 'day') return dateOf(now, zone);
  return minuteKey(Math.floor(now / (schedule.minutes * MINUTE_MS)) * schedule.minutes * MINUTE_MS);
}

const keyAfter = (schedule: Schedule, key: string) => keyAway(schedule, key, 1);
const keyBefore = (schedule: Schedule, key: string) => keyAway(schedule, key, -1);

function keyAway(schedule: Schedule, key: string, by: 1 | -1): string {
  if (schedule.every === 'minutes') return minuteKey(Date.parse(key) + by * schedule.minutes * MINUTE_MS);
  return schedule.every === 'month'
    ? Temporal.PlainYearMonth.from(key).add({ months: by }).toString()
    : Temporal.PlainDate.from(key)
        .add(schedule.every === 'week' ? { weeks: by } : { days: by })
        .toString();
}

const isoDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const minuteKey = (instant: number) => `${new Date(instant).toISOString().slice(0, 16)}Z`;
