import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGames } from '../../client/game.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { IconChevronLeft, IconChevronRight } from '../../components/icons.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { formatMonth } from '../../lib/format.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { monthOf, shiftMonth, spanOf } from '../../lib/months.ts';
import { calendar as t } from '../../texts/calendar.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { type CalendarSearch, calendarQuery, parseCalendarSearch } from './calendar-queries.ts';
import { MonthView } from './month-view.tsx';

/** Shows when campaigns, batches and codes run, month by month. */
export function CalendarPage() {
  const zone = useTimeZone();
  return (
    <>
      <PageHeader title={t.title} note={t.note} back={<BackLink to="/campaigns" label={campaigns.title} />} />
      {zone ? <Months zone={zone} /> : <Skeleton h={420} radius="lg" aria-busy aria-label={t.loading} />}
    </>
  );
}

/** @param zone the organisation's time zone, in which the months begin and end */
function Months({ zone }: { zone: string }) {
  const [now] = useState(Date.now);
  const present = monthOf(now, zone);
  const { month = present } = useParsedSearch(parseCalendarSearch);
  const change = useChangeSearch<CalendarSearch>();
  const go = (to: string) => change({ month: to === present ? undefined : to });
  const span = spanOf(month, zone);
  const { game } = useGames();
  const query = useQuery(calendarQuery(span, game));
  useHotkeys([
    ['ArrowLeft', () => go(shiftMonth(month, -1))],
    ['ArrowRight', () => go(shiftMonth(month, 1))],
  ]);
  return (
    <>
      <Group mb="md" gap="xs">
        <Title order={2} size="h4" miw={190} aria-live="polite">
          {formatMonth(month)}
        </Title>
        <Button variant="default" leftSection={<IconChevronLeft size={16} />} onClick={() => go(shiftMonth(month, -1))}>
          {t.previous}
        </Button>
        <Button variant="default" onClick={() => go(present)} disabled={month === present}>
          {t.present}
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} />}
          onClick={() => go(shiftMonth(month, 1))}
        >
          {t.next}
        </Button>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t.keys}
        </Text>
      </Group>
      {query.data ? (
        <MonthView calendar={query.data} span={span} now={now} zone={zone} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} radius="lg" aria-busy aria-label={t.loading} />
      )}
    </>
  );
}
