import { Center, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTimeZone } from '../../client/organisation.tsx';
import { FigureCard } from '../../components/figure-card.tsx';
import { LINE_CHART_HEIGHT, LineChart } from '../../components/line-chart.tsx';
import { ErrorState } from '../../components/states.tsx';
import { formatCount, formatCountShort } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { seriesLabels } from '../../lib/series-labels.ts';
import { events as t } from '../../texts/events.ts';
import { CountNote } from './count-note.tsx';
import { BusiestCard, changeOf, TitleWithSave, TypesCard } from './event-counts.tsx';
import { EventFilters } from './event-filters.tsx';
import {
  DEFAULT_PERIOD,
  type EventsSearch,
  type EventTable,
  type Stats,
  saveStats,
  statsQuery,
  typesBeforeQuery,
} from './events-queries.ts';
import { useFigure } from './use-figure.ts';

export function EventsOverview({ search, now }: { search: EventsSearch; now: number }) {
  const query = useFigure(statsQuery(search, now));
  const error = useLastingError(query);
  const { data, count } = query;
  const { data: before } = useQuery(typesBeforeQuery(search, now));
  const zone = useTimeZone();
  const save = (table: EventTable) => saveStats(search, now, table);
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  const activity = data?.activity;
  const isCounted = activity || !count?.isEnded;
  const figure = (value: number | undefined) =>
    value === undefined ? (isCounted ? undefined : t.none) : formatCount(value);
  return (
    <>
      <EventFilters search={search} fields={['game']} />
      <CountNote count={count} />
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
          <FigureCard
            label={t.total}
            value={data && formatCount(data.events)}
            change={data && before ? changeOf(data.events, before.events) : null}
            baseline={t.before[search.period ?? DEFAULT_PERIOD]}
          />
          <FigureCard label={t.typesCount} value={data && formatCount(data.types.length)} />
          <FigureCard label={t.sessions} value={figure(activity?.sessions)} />
          <FigureCard label={t.users} value={figure(activity?.users)} />
        </SimpleGrid>
        <section className="card" style={{ padding: 20 }} aria-labelledby="events-series">
          <TitleWithSave
            id="events-series"
            title={t.overTime}
            onSave={data && data.events > 0 ? () => save('series') : undefined}
          />
          {data && zone ? <Chart stats={data} zone={zone} /> : <Skeleton h={LINE_CHART_HEIGHT} />}
        </section>
        <TypesCard stats={data} before={before} onSave={() => save('types')} />
        {isCounted && (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <BusiestCard
              title={t.busiestSessions}
              rows={activity?.by_session.map(({ session_id, events }) => ({ id: session_id, events }))}
              onSave={() => save('by_session')}
              filter={(id) => ({ session: id })}
            />
            <BusiestCard
              title={t.busiestUsers}
              rows={activity?.by_user.map(({ user_id, events }) => ({ id: user_id, events }))}
              onSave={() => save('by_user')}
            />
          </SimpleGrid>
        )}
      </Stack>
    </>
  );
}

function Chart({ stats, zone }: { stats: Stats; zone: string }) {
  const { data, words } = useMemo(() => chartOf(stats, zone), [stats, zone]);
  if (stats.events === 0)
    return (
      <Center h={LINE_CHART_HEIGHT}>
        <Text size="sm" c="dimmed">
          {t.nothing}
        </Text>
      </Center>
    );
  return (
    <>
      <LineChart label={t.chart(stats.events)} data={data} texts={words} />
      <Text size="xs" c="dimmed" mt="xs">
        {stats.step === 'day' ? t.days(zone) : t.hours(zone)}
      </Text>
    </>
  );
}

function chartOf({ series, step }: Stats, zone: string) {
  const labels = seriesLabels(step, zone);
  const data = {
    at: series.map(({ at }) => at),
    lines: [
      {
        label: t.count,
        colour: '--mantine-color-iris-5',
        scale: 'count',
        values: series.map(({ events }) => events),
        value: formatCount,
        valueShort: formatCountShort,
      },
    ],
    lastIsOpen: labels.isOpen(series.at(-1)?.at ?? '', Date.now()),
  };
  const words = {
    onAxis: labels.axis,
    inFull: labels.full,
    step: step === 'day' ? t.day : t.hour,
    open: t.open,
  };
  return { data, words };
}
