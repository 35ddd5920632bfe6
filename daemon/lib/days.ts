import { DAY_MS, HOUR_MS } from './clock.ts';

/** Formats are costly to make, and an organisation has one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en', { timeZone: zone, calendar: 'iso8601', era: 'short', ...parts, ...time });
    formats.set(zone, format);
  }
  return format;
}

/** What the clocks of a zone show at an instant, as if it were UTC. */
function wallClock(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: string) => Number(parts[name]);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown + rest(instant, 1000);
}

const rest = (value: number, unit: number) => value - Math.floor(value / unit) * unit;
const midnightOf = (wall: number) => Math.floor(wall / DAY_MS) * DAY_MS;
const offsetAt = (instant: number, zone: string) => wallClock(instant, zone) - instant;

/** Every instant at which the clocks of a zone could show a time: what they show a day before and after brackets it. */
const candidatesOf = (wall: number, zone: string) =>
  [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near, zone)) as [number, number];

function startOfWallDay(midnight: number, zone: string): number {
  const starts = candidatesOf(midnight, zone);
  if (starts[0] === starts[1]) return starts[0];
  const within = starts.filter((start) => midnightOf(wallClock(start, zone)) === midnight);
  // A day that never was, where a zone changed sides of the date line, ends where it begins.
  return Math.min(...(within.length > 0 ? within : starts.slice(0, 1)));
}

/** The day that an instant is of. Clocks that go back over midnight show the day before again: it is over by then. */
function wallDayOf(instant: number, zone: string): number {
  const shown = midnightOf(wallClock(instant, zone));
  return startOfWallDay(shown + DAY_MS, zone) <= instant ? shown + DAY_MS : shown;
}

/**
 * The first instant of the day that an instant falls on in a time zone, or of a day so many days later. Where clocks
 * jump over midnight the day begins with the jump; where they show midnight twice, with the first.
 */
export const startOfDay = (instant: number, zone: string, daysLater = 0): number =>
  startOfWallDay(wallDayOf(instant, zone) + daysLater * DAY_MS, zone);

/** Where the days of a zone begin, from the one that `from` falls on to the last that begins before `to`. */
export function startsOfDays(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let day = wallDayOf(from, zone); ; day += DAY_MS) {
    const start = startOfWallDay(day, zone);
    if (start >= to) return starts;
    // A zone that changed sides of the date line has days that never were.
    if (start !== starts.at(-1)) starts.push(start);
  }
}

/** The instant from which the clocks of a zone show another offset; it lies after `from` and not after `to`. */
function jumpBetween(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

const hourOf = (wall: number) => Math.floor(wall / HOUR_MS);

/**
 * Whether an hour begins where the clocks of a zone jump. Clocks that go back by half an hour within an hour go on in
 * it, so that it is an hour and a half long; clocks that go back by an hour show a second one.
 */
function beginsHour(jump: number, zone: string): boolean {
  const wall = wallClock(jump, zone);
  return rest(wall, HOUR_MS) === 0 || hourOf(wall) !== hourOf(wallClock(jump - 1, zone));
}

/** The first instant of the hour that an instant falls on in a time zone. */
export function startOfLocalHour(instant: number, zone: string): number {
  const wall = wallClock(instant, zone);
  const start = instant - rest(wall, HOUR_MS);
  if (offsetAt(start, zone) === wall - instant) return start;
  const jump = jumpBetween(start, instant, zone);
  return beginsHour(jump, zone) ? jump : startOfLocalHour(jump - 1, zone);
}

/** Where the hour ends that an instant falls on in a time zone, and the next one begins. */
export function endOfLocalHour(instant: number, zone: string): number {
  const wall = wallClock(instant, zone);
  const end = instant + HOUR_MS - rest(wall, HOUR_MS);
  if (offsetAt(end, zone) === wall - instant) return end;
  const jump = jumpBetween(instant, end, zone);
  return beginsHour(jump, zone) ? jump : endOfLocalHour(jump, zone);
}

/** Where the hours of a zone begin, from the one that `from` falls on to the last that begins before `to`. */
export function startsOfHours(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let start = startOfLocalHour(from, zone); start < to; start = endOfLocalHour(start, zone)) starts.push(start);
  return starts;
}

/** The first instant of a date such as 2026-10-25 in a time zone. */
export const startOfDate = (date: string, zone: string): number => startOfWallDay(Date.parse(date), zone);

/** The date that the calendar of a zone shows at an instant, such as 2026-10-25. */
export const dateOf = (instant: number, zone: string): string =>
  new Date(midnightOf(wallClock(instant, zone))).toISOString().slice(0, 10);

/**
 * The instant at which it is a full hour of a date in a time zone: the first, where the clocks show it twice; where they
 * jump over it, as much later as they jump.
 */
export function hourOfDate(date: string, zone: string, hour: number): number {
  if (hour === 0) return startOfDate(date, zone);
  const wall = Date.parse(date) + hour * HOUR_MS;
  const found = candidatesOf(wall, zone);
  const shown = found.filter((instant) => wallClock(instant, zone) === wall);
  return shown.length > 0 ? Math.min(...shown) : Math.max(...found);
}
