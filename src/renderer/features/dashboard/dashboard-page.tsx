import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useState } from 'react';
import { type Dashboard, earlierFigures, useDashboard } from '../../client/dashboard.ts';
import { useGames } from '../../client/game.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker.tsx';
import { RevenueByCurrency } from '../../components/revenue-by-currency.tsx';
import { SeriesChart } from '../../components/series-chart.tsx';
import { ErrorState, StaleNote } from '../../components/states.tsx';
import { TopCreators } from '../../components/top-creators.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { useNow } from '../../lib/now.ts';
import { DEFAULT_PERIOD, type Period, rangeOf } from '../../lib/periods.ts';
import { dashboard as t } from '../../texts/dashboard.ts';
import { texts } from '../../texts/texts.ts';
import { CampaignFigures } from './campaign-figures.tsx';
import { parseDashboardSearch } from './dashboard-search.ts';
import { Figures } from './figures.tsx';

// These parts load only if there is something to do, there are no figures yet, or attempts were refused.
const WhatToDo = lazyPart(() => import('./what-to-do.tsx'), 'WhatToDo');
const NoFiguresYet = lazyPart(() => import('./no-figures-yet.tsx'), 'NoFiguresYet');
const RefusedCard = lazyPart(() => import('./refused-card.tsx'), 'RefusedCard');

export function DashboardPage() {
  const { period = DEFAULT_PERIOD } = useParsedSearch(parseDashboardSearch);
  const navigate = useNavigate();
  const setPeriod = (value: Period | undefined) =>
    void navigate({ to: '.', search: { period: value }, resetScroll: false });
  const now = useNow();
  const { game } = useGames();
  const query = useDashboard({ ...rangeOf(period, now, useTimeZone()), ...(game && { game_id: game }) });
  // All cards appear together, so that a card that loads later does not move the others.
  const data = useDeferredValue(query.data);
  const error = useLastingError(query);
  return (
    <>
      <PageHeader
        title={t.title}
        note={error && data ? <StaleNote error={error} since={query.dataUpdatedAt} /> : t.note}
        actions={<PeriodPicker value={period} onChange={setPeriod} />}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Suspense fallback={<Loading />}>
          {data ? <Cards data={data} now={now} setPeriod={setPeriod} /> : <Loading />}
        </Suspense>
      )}
    </>
  );
}

interface CardsProps {
  data: Dashboard;
  now: number;
  setPeriod: (period: Period) => void;
}

function Cards({ data, now, setPeriod }: CardsProps) {
  // Decided once, so that the first steps stay on the screen when the first claim arrives.
  const [wasQuiet] = useState(isQuiet(data));
  const figures = <FiguresOf data={data} setPeriod={setPeriod} />;
  return (
    <Stack gap="md">
      {hasToDo(data.to_do) && <WhatToDo toDo={data.to_do} now={now} />}
      {wasQuiet ? <NoFiguresYet figures={data}>{figures}</NoFiguresYet> : figures}
    </Stack>
  );
}

function FiguresOf({ data, setPeriod }: Omit<CardsProps, 'now'>) {
  const { game } = useGames();
  return (
    <>
      <Figures data={data} />
      <SeriesChart figures={data} earlier={earlierFigures({ game_id: game })} onZoom={setPeriod} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <CampaignFigures figures={data} />
        <TopCreators figures={data} />
        <RevenueByCurrency figures={data} />
        {data.refused.length > 0 && <RefusedCard refused={data.refused} />}
      </SimpleGrid>
    </>
  );
}

const Loading = () => <Skeleton h={560} radius="lg" aria-busy aria-label={texts.common.loading} />;

const isQuiet = ({ totals: { claims, payments } }: Dashboard) => claims + payments === 0;

const hasToDo = (toDo: Dashboard['to_do']) =>
  Object.values(toDo).some((part) => (Array.isArray(part) ? part.length > 0 : part !== null));
