import { formatDay } from '../lib/format.ts';
import { locale } from '../lib/locale.ts';
import type { OwnStatement } from './queries.ts';

/** Names the period of a payout: a month, or its first and last day. */
export function periodOfRun({ kind, period_start, period_end, time_zone: timeZone }: OwnStatement['run']): string {
  if (kind === 'monthly')
    return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone }).format(new Date(period_start));
  const last = new Date(Math.max(Date.parse(period_start), Date.parse(period_end) - 1)).toISOString();
  return `${formatDay(period_start, timeZone)} – ${formatDay(last, timeZone)}`;
}
