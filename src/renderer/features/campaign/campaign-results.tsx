import { SimpleGrid, Stack } from '@mantine/core';
import type { Campaign } from '../../client/campaigns.ts';
import { useDashboard } from '../../client/dashboard.ts';
import { FigureCard } from '../../components/figure-card.tsx';
import { RevenueByCurrency } from '../../components/revenue-by-currency.tsx';
import { SeriesChart } from '../../components/series-chart.tsx';
import { ErrorState, StaleNote } from '../../components/states.tsx';
import { TopCreators } from '../../components/top-creators.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { campaigns } from '../../texts/campaigns.ts';

const t = campaigns.page;

const MAX_DAYS = 366;
const QUARTER_MS = 900_000;
const DAY_MS = 96 * QUARTER_MS;

/**
 * Returns the period from the campaign's start to its end, but no later than the end of the current quarter of an hour.
 * It is at most the last 366 days.
 */
function periodOf({ starts_at, ends_at, campaign_id }: Campaign) {
  const next = (Math.floor(Date.now() / QUARTER_MS) + 1) * QUARTER_MS;
  const to = Math.min(Date.parse(ends_at), next);
  const from = Math.max(Math.min(Date.parse(starts_at), to - DAY_MS), to - MAX_DAYS * DAY_MS);
  return { campaign_id, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export function CampaignResults({ campaign }: { campaign: Campaign }) {
  const query = useDashboard(periodOf(campaign));
  const { data } = query;
  const error = useLastingError(query);
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <FigureCard label={t.claims} value={data && formatCount(data.totals.claims)} />
        <FigureCard label={t.payments} value={data && formatCount(data.totals.payments)} />
        <FigureCard label={t.revenue} value={data && formatMoney(data.totals.revenue)} />
        <FigureCard label={t.refunds} value={data && formatMoney(data.totals.refunds)} />
      </SimpleGrid>
      <SeriesChart figures={data} />
      <TopCreators figures={data} />
      <RevenueByCurrency figures={data} />
      {error && <StaleNote error={error} since={query.dataUpdatedAt} />}
    </Stack>
  );
}
