const DAY_MS = 86_400_000;

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

/**
 * The first instant of the day that an instant falls on in a time zone, or of a day so many days later. Where clocks
 * jump over midnight the day begins with the jump; where they show midnight twice, with the first.
 */
export function startOfDay(instant: number, zone: string, daysLater = 0): number {
  const midnight = midnightOf(wallClock(instant, zone)) + daysLater * DAY_MS;
  // What the clocks show a day before and a day after brackets every change that could touch this midnight.
  const starts = [midnight - DAY_MS, midnight + DAY_MS].map((near) => midnight - (wallClock(near, zone) - near));
  const within = starts.filter((start) => midnightOf(wallClock(start, zone)) === midnight);
  // A day that never was, where a zone changed sides of the date line, ends where it begins.
  return Math.min(...(within.length > 0 ? within : starts.slice(0, 1)));
}
