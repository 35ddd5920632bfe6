import { Temporal } from 'temporal-polyfill';
import { HOUR_MS } from './clock.ts';

/** What the clocks of a zone show at an instant. */
const clocksAt = (instant: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

/**
 * Where a day begins. Where clocks jump over midnight the day begins with the jump; where they show midnight twice, with
 * the first. A day that never was, where a zone changed sides of the date line, begins where the next one does.
 */
const startOf = (day: Temporal.PlainDate, zone: string): number => day.toZonedDateTime(zone).epochMilliseconds;

const dayAfter = (day: Temporal.PlainDate) => day.add({ days: 1 });

/**
 * The day of an instant. If clocks go back over midnight, they show the previous day again; that day is over by then.
 */
function dayOf(instant: number, zone: string): Temporal.PlainDate {
  const shown = clocksAt(instant, zone).toPlainDate();
  return startOf(dayAfter(shown), zone) <= instant ? dayAfter(shown) : shown;
}

/** The first instant of the day that an instant falls on in a time zone, or of a day so many days later. */
export const startOfDay = (instant: number, zone: string, daysLater = 0): number =>
  startOf(dayOf(instant, zone).add({ days: daysLater }), zone);

/** The starts of a zone's days, from the day of `from` to the last day that begins before `to`. */
export function startsOfDays(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let day = dayOf(from, zone); ; day = dayAfter(day)) {
    const start = startOf(day, zone);
    if (start >= to) return starts;
    // A zone that moved across the date line skipped days.
    if (start !== starts.at(-1)) starts.push(start);
  }
}

const hourShown = (clocks: Temporal.ZonedDateTime) =>
  clocks.toPlainDateTime().toString().slice(0, '2026-10-25T02'.length);
const pastHour = ({ minute, second, millisecond }: Temporal.ZonedDateTime) =>
  (minute * 60 + second) * 1000 + millisecond;

/**
 * Whether an hour begins where the clocks of a zone jump. If clocks go back by half an hour within an hour, the hour
 * continues and lasts an hour and a half; if they go back by an hour, a second hour begins.
 */
const beginsHour = (jump: Temporal.ZonedDateTime): boolean =>
  pastHour(jump) === 0 || hourShown(jump) !== hourShown(jump.subtract({ milliseconds: 1 }));

/** The first instant of the local hour that contains an instant. */
export function startOfLocalHour(instant: number, zone: string): number {
  const clocks = clocksAt(instant, zone);
  const start = instant - pastHour(clocks);
  if (clocksAt(start, zone).offsetNanoseconds === clocks.offsetNanoseconds) return start;
  const jump = clocks.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  if (!jump) return start;
  return beginsHour(jump) ? jump.epochMilliseconds : startOfLocalHour(jump.epochMilliseconds - 1, zone);
}

/** The end of the local hour that contains an instant. */
export function endOfLocalHour(instant: number, zone: string): number {
  const clocks = clocksAt(instant, zone);
  const end = instant + HOUR_MS - pastHour(clocks);
  if (clocksAt(end, zone).offsetNanoseconds === clocks.offsetNanoseconds) return end;
  const jump = clocks.getTimeZoneTransition('next');
  if (!jump) return end;
  return beginsHour(jump) ? jump.epochMilliseconds : endOfLocalHour(jump.epochMilliseconds, zone);
}

/** The starts of a zone's hours, from the hour of `from` to the last hour that begins before `to`. */
export function startsOfHours(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let start = startOfLocalHour(from, zone); start < to; start = endOfLocalHour(start, zone)) starts.push(start);
  return starts;
}

/** The first instant of a date such as 2026-10-25 in a time zone. */
export const startOfDate = (date: string, zone: string): number => startOf(Temporal.PlainDate.from(date), zone);

/** The calendar date of a zone at an instant, such as 2026-10-25. */
export const dateOf = (instant: number, zone: string): string => clocksAt(instant, zone).toPlainDate().toString();

/**
 * The instant of a full hour of a date in a time zone. If the clocks show it twice, it is the first one; if they jump
 * over it, it moves forward by the length of the jump.
 */
export const hourOfDate = (date: string, zone: string, hour: number): number =>
  hour === 0
    ? startOfDate(date, zone)
    : Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds;
