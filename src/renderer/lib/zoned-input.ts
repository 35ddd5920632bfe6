const DAY_MS = 86_400_000;
const SHOWN = /^(\d{4,6}-\d\d-\d\d)T(\d\d:\d\d)/;

function formatOf(timeZone: string) {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', {
    ...{ timeZone, ...date, hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
  });
}

/** The local time of a zone at an instant, as if it were UTC. */
function wallClock(instant: number, format: Intl.DateTimeFormat): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const inputOf = (wall: number) => new Date(wall).toISOString().slice(0, 16);

/** An instant in the format of `<input type="datetime-local">`, in a time zone. */
export const toZonedInput = (instant: string, timeZone: string): string =>
  inputOf(wallClock(Date.parse(instant), formatOf(timeZone)));

/**
 * The instant that a field holds; null if it is empty or no date. A time that occurs twice (clocks go back) is the
 * first one. A time that does not exist (clocks go forward) moves forward by the length of the jump.
 */
export function fromZonedInput(text: string, timeZone: string): string | null {
  const wall = SHOWN.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return null;
  const format = formatOf(timeZone);
  // The zone's offsets a day before and a day after include the right one.
  const found = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - (wallClock(near, format) - near));
  const shown = found.filter((instant) => wallClock(instant, format) === wall);
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...found)).toISOString();
}

/** Midnight of the day `daysLater` days after the day of an instant, in the format of the field. */
export const midnightInput = (now: number, timeZone: string, daysLater: number): string =>
  inputOf(Math.floor(wallClock(now, formatOf(timeZone)) / DAY_MS + daysLater) * DAY_MS);
