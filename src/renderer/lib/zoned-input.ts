import { Temporal } from 'temporal-polyfill';

const SHOWN = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/;

const inputOf = (shown: Temporal.PlainDateTime) => shown.toString({ smallestUnit: 'minute' });

/** An instant in the format of `<input type="datetime-local">`, in a time zone. */
export const toZonedInput = (instant: string, timeZone: string): string =>
  inputOf(Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime());

/**
 * The instant that a field holds; null if it is empty or no date. A time that occurs twice (clocks go back) is the
 * first one. A time that does not exist (clocks go forward) moves forward by the length of the jump.
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

/** Midnight of the day `daysLater` days after the day of an instant, in the format of the field. */
export const midnightInput = (now: number, timeZone: string, days: number): string =>
  inputOf(
    Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .add({ days })
      .toPlainDateTime(),
  );
