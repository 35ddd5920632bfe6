import { Temporal } from 'temporal-polyfill';

const SHOWN = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/;

const inputOf = (shown: Temporal.PlainDateTime) => shown.toString({ smallestUnit: 'minute' });

/** An instant as `<input type="datetime-local">` holds it: by the clocks of a time zone. */
export const toZonedInput = (instant: string, timeZone: string): string =>
  inputOf(Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime());

/**
 * The instant that a field holds; null where it is empty or holds no date. A time that clocks show twice is the first;
 * one that they jump over is as much later as they jump.
 */
export function fromZonedInput(text: string, timeZone: string): string | null {
  const shown = SHOWN.test(text) ? readShown(text) : null;
  return shown && new Date(shown.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
}

function readShown(text: string): Temporal.PlainDateTime | null {
  try {
    return Temporal.PlainDateTime.from(text);
  } catch {
    return null;
  }
}

/** Midnight of a day so many days after the one that an instant falls on, as a field holds it. */
export const midnightInput = (now: number, timeZone: string, days: number): string =>
  inputOf(
    Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .add({ days })
      .toPlainDateTime(),
  );
