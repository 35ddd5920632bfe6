import { Temporal } from 'temporal-polyfill';

/** Returns the month of an instant, such as "2026-12". @param now in ms */
export const monthOf = (now: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth().toString();

/** Parses a month from the URL; returns null if the text is not a month. */
export const parseMonth = (text: unknown): string | null =>
  typeof text === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null;

export const shiftMonth = (month: string, by: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months: by }).toString();

export interface Day {
  day: number;
  isWeekend: boolean;
}

/** Returns the beginning and the end of a month in a time zone, in ms, and its days. */
export function spanOf(month: string, zone: string) {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
  const days = Array.from({ length: first.daysInMonth }, (_, at): Day => {
    const date = first.add({ days: at });
    return { day: date.day, isWeekend: date.dayOfWeek > 5 };
  });
  return { from: startOf(first), to: startOf(first.add({ months: 1 })), days };
}
