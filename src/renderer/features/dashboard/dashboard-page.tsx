import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FigureCard } from '../../components/figure-card.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SeriesChart } from '../../components/series-chart.tsx';
import { ErrorState, StaleNote } from '../../components/states.tsx';
import { TopCreators } from '../../components/top-creators.tsx';
import { changeOf, type Dashboard, useDashboard } from '../../lib/dashboard.ts';
import { formatCount, formatMoney, plural } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { useMay } from '../../lib/session.ts';
import { CampaignFigures } from './campaign-figures.tsx';
import { DEFAULT_PERIOD, type Period, parseDashboardSearch, rangeOf } from './dashboard-search.ts';
import { FirstCampaign } from './first-campaign.tsx';

const PERIODS: { value: Period; label: string; baseline: string }[] = [
  { value: '24h', label: '24 hours', baseline: 'than the 24 hours before' },
  { value: '7d', label: '7 days', baseline: 'than the 7 days before' },
  { value: '30d', label: '30 days', baseline: 'than the 30 days before' },
  { value: '90d', label: '90 days', baseline: 'than the 90 days before' },
];
const MINUTE_MS = 60_000;

export function DashboardPage() {
  const { period = DEFAULT_PERIOD } = useParsedSearch(parseDashboardSearch);
  const navigate = useNavigate();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  const query = useDashboard(rangeOf(period, now));
  const { data } = query;
  const error = useLastingError(query);
  const mayDecide = useMay()('decideCreatorCodes');
  return (
    <>
      <PageHeader
        title="Dashboard"
        note={
          error && data ? <StaleNote error={error} since={query.dataUpdatedAt} /> : 'Live figures of the organisation'
        }
        actions={
          <SegmentedControl
            aria-label="Period"
            data={PERIODS.map(({ value, label }) => ({ value, label }))}
            value={period}
            onChange={(value) => void navigate({ to: '.', search: { period: value } as never })}
          />
        }
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Stack gap="md">
          <FirstCampaign figures={data} />
          <Figures data={data} mayDecide={mayDecide} baseline={baselineOf(period)} />
          <SeriesChart figures={data} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <CampaignFigures figures={data} />
            <TopCreators figures={data} />
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}

const baselineOf = (period: Period) => PERIODS.find(({ value }) => value === period)?.baseline ?? '';

interface FiguresProps {
  data: Dashboard | undefined;
  mayDecide: boolean;
  baseline: string;
}

function Figures({ data, mayDecide, baseline }: FiguresProps) {
  const { totals, previous } = data ?? {};
  const change = (name: 'claims' | 'payments') => totals && previous && changeOf(totals[name], previous[name]);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <FigureCard
        label="Revenue"
        value={totals && formatMoney(totals.revenue)}
        change={totals && previous && changeOf(Number(totals.revenue.amount), Number(previous.revenue.amount))}
        baseline={baseline}
        note={totals && Number(totals.refunds.amount) !== 0 ? `${formatMoney(totals.refunds)} refunded` : undefined}
      />
      <FigureCard
        label="Claims"
        value={totals && formatCount(totals.claims)}
        change={change('claims')}
        baseline={baseline}
      />
      <FigureCard
        label="Payments"
        value={totals && formatCount(totals.payments)}
        change={change('payments')}
        baseline={baseline}
      />
      <FigureCard
        label="Active campaigns"
        value={data && formatCount(data.active_campaigns)}
        note={data && mayDecide ? `${plural(data.pending_creator_codes, 'code')} to moderate` : undefined}
      />
    </SimpleGrid>
  );
}
