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

/** The day that an instant is of. Clocks that go back over midnight show the day before again: it is over by then. */
function dayOf(instant: number, zone: string): Temporal.PlainDate {
  const shown = clocksAt(instant, zone).toPlainDate();
  return startOf(dayAfter(shown), zone) <= instant ? dayAfter(shown) : shown;
}

/** The first instant of the day that an instant falls on in a time zone, or of a day so many days later. */
export const startOfDay = (instant: number, zone: string, daysLater = 0): number =>
  startOf(dayOf(instant, zone).add({ days: daysLater }), zone);

/** Where the days of a zone begin, from the one that `from` falls on to the last that begins before `to`. */
export function startsOfDays(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let day = dayOf(from, zone); ; day = dayAfter(day)) {
    const start = startOf(day, zone);
    if (start >= to) return starts;
    // A zone that changed sides of the date line has days that never were.
    if (start !== starts.at(-1)) starts.push(start);
  }
}

const hourShown = (clocks: Temporal.ZonedDateTime) =>
  clocks.toPlainDateTime().toString().slice(0, '2026-10-25T02'.length);
const pastHour = ({ minute, second, millisecond }: Temporal.ZonedDateTime) =>
  (minute * 60 + second) * 1000 + millisecond;

/**
 * Whether an hour begins where the clocks of a zone jump. Clocks that go back by half an hour within an hour go on in
 * it, so that it is an hour and a half long; clocks that go back by an hour show a second one.
 */
const beginsHour = (jump: Temporal.ZonedDateTime): boolean =>
  pastHour(jump) === 0 || hourShown(jump) !== hourShown(jump.subtract({ milliseconds: 1 }));

/** The first instant of the hour that an instant falls on in a time zone. */
export function startOfLocalHour(instant: number, zone: string): number {
  const clocks = clocksAt(instant, zone);
  const start = instant - pastHour(clocks);
  if (clocksAt(start, zone).offsetNanoseconds === clocks.offsetNanoseconds) return start;
  const jump = clocks.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  if (!jump) return start;
  return beginsHour(jump) ? jump.epochMilliseconds : startOfLocalHour(jump.epochMilliseconds - 1, zone);
}

/** Where the hour ends that an instant falls on in a time zone, and the next one begins. */
export function endOfLocalHour(instant: number, zone: string): number {
  const clocks = clocksAt(instant, zone);
  const end = instant + HOUR_MS - pastHour(clocks);
  if (clocksAt(end, zone).offsetNanoseconds === clocks.offsetNanoseconds) return end;
  const jump = clocks.getTimeZoneTransition('next');
  if (!jump) return end;
  return beginsHour(jump) ? jump.epochMilliseconds : endOfLocalHour(jump.epochMilliseconds, zone);
}

/** Where the hours of a zone begin, from the one that `from` falls on to the last that begins before `to`. */
export function startsOfHours(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let start = startOfLocalHour(from, zone); start < to; start = endOfLocalHour(start, zone)) starts.push(start);
  return starts;
}

/** The first instant of a date such as 2026-10-25 in a time zone. */
export const startOfDate = (date: string, zone: string): number => startOf(Temporal.PlainDate.from(date), zone);

/** The date that the calendar of a zone shows at an instant, such as 2026-10-25. */
export const dateOf = (instant: number, zone: string): string => clocksAt(instant, zone).toPlainDate().toString();

/**
 * The instant at which it is a full hour of a date in a time zone: the first, where the clocks show it twice; where they
 * jump over it, as much later as they jump.
 */
export const hourOfDate = (date: string, zone: string, hour: number): number =>
  hour === 0
    ? startOfDate(date, zone)
    : Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds;
