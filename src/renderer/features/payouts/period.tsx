import { Text } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { locale } from '../../lib/locale.ts';
import type { PayoutRun } from '../../lib/payouts.ts';
import { payouts } from '../../texts/payouts.ts';

type Spanned = Pick<PayoutRun, 'kind' | 'period_start' | 'period_end' | 'time_zone'>;

/** The days of a run in its own time zone, including the last; for a monthly run the name of the month. */
export function periodOf({ kind, period_start, period_end, time_zone }: Spanned): string {
  const start = new Date(period_start);
  if (kind === 'monthly')
    return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: time_zone }).format(start);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: time_zone });
  const last = new Date(Math.max(start.getTime(), Date.parse(period_end) - 1));
  return days.formatRange(start, last);
}

export function Period({ run }: { run: Spanned }) {
  return (
    <Hint label={payouts.zone(run.time_zone)}>
      <Text inherit component="span" style={{ whiteSpace: 'nowrap' }}>
        {periodOf(run)}
      </Text>
    </Hint>
  );
}
