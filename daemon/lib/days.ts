import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { HOUR_MS } from './clock.ts';

const clocksAt = (instant: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

/**
 * Returns the first instant of a day. If clocks skip midnight, this is the instant of the jump; if midnight comes
 * twice, the first one counts. A day that a zone skipped at the date line begins when the next day does.
 */
const startOf = (day: Temporal.PlainDate, zone: string): number => day.toZonedDateTime(zone).epochMilliseconds;

const dayAfter = (day: Temporal.PlainDate) => day.add({ days: 1 });

/**
 * Returns the day of an instant. If clocks go back over midnight and show the previous day again, the instant still
 * belongs to the next day.
 */
function dayOf(instant: number, zone: string): Temporal.PlainDate {
  const shown = clocksAt(instant, zone).toPlainDate();
  return startOf(dayAfter(shown), zone) <= instant ? dayAfter(shown) : shown;
}

/** Returns the first instant of the day of `instant` in a time zone, or of the day `daysLater` days after it. */
export const startOfDay = (instant: number, zone: string, daysLater = 0): number =>
  startOf(dayOf(instant, zone).add({ days: daysLater }), zone);

/** Lists the starts of a zone's days, from the day of `from` to the last day that begins before `to`. */
export function startsOfDays(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let day = dayOf(from, zone); ; day = dayAfter(day)) {
    const start = startOf(day, zone);
    if (start >= to) return starts;
    // If a zone skipped a day at the date line, that day has the same start as the next one.
    if (start !== starts.at(-1)) starts.push(start);
  }
}

const hourShown = (clocks: Temporal.ZonedDateTime) =>
  clocks.toPlainDateTime().toString().slice(0, '2026-10-25T02'.length);
const pastHour = ({ minute, second, millisecond }: Temporal.ZonedDateTime) =>
  (minute * 60 + second) * 1000 + millisecond;

/**
 * Returns whether an hour begins when the clocks of a zone jump. If clocks go back by half an hour within an hour, that
 * hour lasts an hour and a half; if they go back by an hour, a second hour begins.
 */
const beginsHour = (jump: Temporal.ZonedDateTime): boolean =>
  pastHour(jump) === 0 || hourShown(jump) !== hourShown(jump.subtract({ milliseconds: 1 }));

/** Returns the first instant of the local hour that contains an instant. */
export function startOfLocalHour(instant: number, zone: string): number {
  const clocks = clocksAt(instant, zone);
  const start = instant - pastHour(clocks);
  if (clocksAt(start, zone).offsetNanoseconds === clocks.offsetNanoseconds) return start;
  const jump = clocks.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  if (!jump) return start;
  return beginsHour(jump) ? jump.epochMilliseconds : startOfLocalHour(jump.epochMilliseconds - 1, zone);
}

/** Returns the end of the local hour that contains an instant. */
export function endOfLocalHour(instant: number, zone: string): number {
  const clocks = clocksAt(instant, zone);
  const end = instant + HOUR_MS - pastHour(clocks);
  if (clocksAt(end, zone).offsetNanoseconds === clocks.offsetNanoseconds) return end;
  const jump = clocks.getTimeZoneTransition('next');
  if (!jump) return end;
  return beginsHour(jump) ? jump.epochMilliseconds : endOfLocalHour(jump.epochMilliseconds, zone);
}

/** Lists the starts of a zone's hours, from the hour of `from` to the last hour that begins before `to`. */
export function startsOfHours(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let start = startOfLocalHour(from, zone); start < to; start = endOfLocalHour(start, zone)) starts.push(start);
  return starts;
}

/** Returns the first instant of a date such as 2026-10-25 in a time zone. */
export const startOfDate = (date: string, zone: string): number => startOf(Temporal.PlainDate.from(date), zone);

/** Returns the calendar date in a zone at an instant, such as 2026-10-25. */
export const dateOf = (instant: number, zone: string): string => clocksAt(instant, zone).toPlainDate().toString();

const recentDates = new LRUCache<string, string>({ max: 10_000 });

/** Returns the same as `dateOf`, for hot paths: the dates of recent seconds are cached. */
export function recentDateOf(instant: number, zone: string): string {
  // Every zone changes its date and its offset on a whole second.
  const second = Math.floor(instant / 1000);
  const key = `${second} ${zone}`;
  const found = recentDates.get(key);
  if (found !== undefined) return found;
  const date = dateOf(second * 1000, zone);
  recentDates.set(key, date);
  return date;
}

/**
 * Returns the instant at which the clocks of a time zone show a whole hour of a date. If they show that hour twice, the
 * first one counts; if they skip it, the instant is later by the length of the jump.
 */
export const hourOfDate = (date: string, zone: string, hour: number): number =>
  hour === 0
    ? startOfDate(date, zone)
    : Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds;

/** Returns the Monday of a date's week. */
export function mondayOf(date: string): string {
  const day = Temporal.PlainDate.from(date);
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

/**
 * Returns the starts of the last `weeks` weeks, up to the week that contains an instant, and the end of that week. Weeks
 * begin on Monday.
 */
export function startsOfWeeks(instant: number, zone: string, weeks: number): number[] {
  const last = Temporal.PlainDate.from(mondayOf(dateOf(instant, zone)));
  return Array.from({ length: weeks + 1 }, (_, at) => startOf(last.add({ weeks: at - weeks + 1 }), zone));
}
