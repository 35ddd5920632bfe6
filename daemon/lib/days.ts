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
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const midnightOf = (wall: number) => Math.floor(wall / DAY_MS) * DAY_MS;

/** Every instant at which the clocks of a zone could show a time: what they show a day before and after brackets it. */
const candidatesOf = (wall: number, zone: string) =>
  [wall - DAY_MS, wall + DAY_MS].map((near) => wall - (wallClock(near, zone) - near));

function startOfWallDay(midnight: number, zone: string): number {
  const starts = candidatesOf(midnight, zone);
  const within = starts.filter((start) => midnightOf(wallClock(start, zone)) === midnight);
  // A day that never was, where a zone changed sides of the date line, ends where it begins.
  return Math.min(...(within.length > 0 ? within : starts.slice(0, 1)));
}

/**
 * The first instant of the day that an instant falls on in a time zone, or of a day so many days later. Where clocks
 * jump over midnight the day begins with the jump; where they show midnight twice, with the first.
 */
export const startOfDay = (instant: number, zone: string, daysLater = 0): number =>
  startOfWallDay(midnightOf(wallClock(instant, zone)) + daysLater * DAY_MS, zone);

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
