import { locale } from '../../lib/locale.ts';

export interface Spanned {
  kind: string;
  period_start: string;
  period_end: string;
  time_zone: string;
}

/** Formats the first and the last day of a run's period in the run's time zone; for a monthly run, the month. */
export function periodOf({ kind, period_start, period_end, time_zone }: Spanned): string {
  const start = new Date(period_start);
  if (kind === 'monthly')
    return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: time_zone }).format(start);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: time_zone });
  const last = new Date(Math.max(start.getTime(), Date.parse(period_end) - 1));
  return days.formatRange(start, last);
}
