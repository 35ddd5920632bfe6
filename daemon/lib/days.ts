import { DAY_MS, HOUR_MS } from './clock.ts';

/** Formats are expensive to make, and an organisation has one zone. */
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

/** The local time of a zone at an instant, as if it were UTC. */
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

/**
 * Every instant at which a zone may show a local time: the offsets a day before and a day after include the right one.
 */
const candidatesOf = (wall: number, zone: string) =>
  [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near, zone)) as [number, number];

function startOfWallDay(midnight: number, zone: string): number {
  const starts = candidatesOf(midnight, zone);
  if (starts[0] === starts[1]) return starts[0];
  const within = starts.filter((start) => midnightOf(wallClock(start, zone)) === midnight);
  // A day that a zone skipped when it moved across the date line ends where it begins.
  return Math.min(...(within.length > 0 ? within : starts.slice(0, 1)));
}

/**
 * The day of an instant. If clocks go back over midnight, they show the previous day again; that day is over by then.
 */
function wallDayOf(instant: number, zone: string): number {
  const shown = midnightOf(wallClock(instant, zone));
  return startOfWallDay(shown + DAY_MS, zone) <= instant ? shown + DAY_MS : shown;
}

/**
 * The first instant of the day of an instant in a time zone, or of a later day. If clocks jump forward over midnight,
 * the day begins with the jump; if they show midnight twice, it begins with the first one.
 */
export const startOfDay = (instant: number, zone: string, daysLater = 0): number =>
  startOfWallDay(wallDayOf(instant, zone) + daysLater * DAY_MS, zone);

/** The starts of a zone's days, from the day of `from` to the last day that begins before `to`. */
export function startsOfDays(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let day = wallDayOf(from, zone); ; day += DAY_MS) {
    const start = startOfWallDay(day, zone);
    if (start >= to) return starts;
    // A zone that moved across the date line skipped days.
    if (start !== starts.at(-1)) starts.push(start);
  }
}

/** The instant at which the offset of a zone changes, after `from` and not after `to`. */
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
 * Whether an hour begins where the clocks of a zone jump. If clocks go back by half an hour within an hour, the hour
 * continues and lasts an hour and a half; if they go back by an hour, a second hour begins.
 */
function beginsHour(jump: number, zone: string): boolean {
  const wall = wallClock(jump, zone);
  return rest(wall, HOUR_MS) === 0 || hourOf(wall) !== hourOf(wallClock(jump - 1, zone));
}

/** The first instant of the local hour that contains an instant. */
export function startOfLocalHour(instant: number, zone: string): number {
  const wall = wallClock(instant, zone);
  const start = instant - rest(wall, HOUR_MS);
  if (offsetAt(start, zone) === wall - instant) return start;
  const jump = jumpBetween(start, instant, zone);
  return beginsHour(jump, zone) ? jump : startOfLocalHour(jump - 1, zone);
}

/** The end of the local hour that contains an instant. */
export function endOfLocalHour(instant: number, zone: string): number {
  const wall = wallClock(instant, zone);
  const end = instant + HOUR_MS - rest(wall, HOUR_MS);
  if (offsetAt(end, zone) === wall - instant) return end;
  const jump = jumpBetween(instant, end, zone);
  return beginsHour(jump, zone) ? jump : endOfLocalHour(jump, zone);
}

/** The starts of a zone's hours, from the hour of `from` to the last hour that begins before `to`. */
export function startsOfHours(from: number, to: number, zone: string): number[] {
  const starts: number[] = [];
  for (let start = startOfLocalHour(from, zone); start < to; start = endOfLocalHour(start, zone)) starts.push(start);
  return starts;
}

/** The first instant of a date such as 2026-10-25 in a time zone. */
export const startOfDate = (date: string, zone: string): number => startOfWallDay(Date.parse(date), zone);

/** The calendar date of a zone at an instant, such as 2026-10-25. */
export const dateOf = (instant: number, zone: string): string =>
  new Date(midnightOf(wallClock(instant, zone))).toISOString().slice(0, 10);

/**
 * The instant of a full hour of a date in a time zone. If the clocks show it twice, it is the first one; if they jump
 * over it, it moves forward by the length of the jump.
 */
export function hourOfDate(date: string, zone: string, hour: number): number {
  if (hour === 0) return startOfDate(date, zone);
  const wall = Date.parse(date) + hour * HOUR_MS;
  const found = candidatesOf(wall, zone);
  const shown = found.filter((instant) => wallClock(instant, zone) === wall);
  return shown.length > 0 ? Math.min(...shown) : Math.max(...found);
}
