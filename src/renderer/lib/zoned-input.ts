import { Temporal } from 'temporal-polyfill';

const SHOWN = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/;

const inputOf = (shown: Temporal.PlainDateTime) => shown.toString({ smallestUnit: 'minute' });

/** Converts an instant to the format of `<input type="datetime-local">` in a time zone. */
export const toZonedInput = (instant: string, timeZone: string): string =>
  inputOf(Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime());

/**
 * Returns the instant in a field; null if it is blank or invalid. If the clocks go back and a time occurs twice, the
 * first instant counts. If they go forward and skip the time, it is moved forward by the length of the jump.
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

/** Returns midnight of the day `days` days after an instant, in the format of the field. */
export const midnightInput = (now: number, timeZone: string, days: number): string =>
  inputOf(
    Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .add({ days })
      .toPlainDateTime(),
  );
