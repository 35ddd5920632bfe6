import type { Campaign } from '../../client/campaigns.ts';
import { earlierFigures, useDashboard } from '../../client/dashboard.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { OfPeriod } from '../../components/of-period.tsx';
import { PeriodTotals } from '../../components/period-totals.tsx';
import { RevenueByCurrency } from '../../components/revenue-by-currency.tsx';
import { SeriesChart } from '../../components/series-chart.tsx';
import { TopCreators } from '../../components/top-creators.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { useNow } from '../../lib/now.ts';
import { rangeOf } from '../../lib/periods.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { type CampaignSearch, parseCampaignSearch } from './campaign-search.ts';

const t = campaigns.page;

const MAX_DAYS = 366;
const QUARTER_MS = 900_000;
const DAY_MS = 96 * QUARTER_MS;

/**
 * Returns the period from the campaign's start to its end, but no later than the end of the current quarter of an hour.
 * The period covers at most the last 366 days.
 */
function rangeOfAll({ starts_at, ends_at }: Campaign, now: number) {
  const next = (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS;
  const to = Math.min(Date.parse(ends_at), next);
  const from = Math.max(Math.min(Date.parse(starts_at), to - DAY_MS), to - MAX_DAYS * DAY_MS);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export function CampaignResults({ campaign }: { campaign: Campaign }) {
  const { period } = useParsedSearch(parseCampaignSearch);
  const change = useChangeSearch<CampaignSearch>();
  const { campaign_id } = campaign;
  const zone = useTimeZone();
  const now = useNow();
  const query = useDashboard({ campaign_id, ...(period ? rangeOf(period, now, zone) : rangeOfAll(campaign, now)) });
  const { data } = query;
  return (
    <OfPeriod query={query} value={period} onChange={(period) => change({ period })} whole={t.wholeCampaign}>
      <PeriodTotals totals={data?.totals} />
      <SeriesChart figures={data} earlier={earlierFigures({ campaign_id })} onZoom={(period) => change({ period })} />
      <TopCreators figures={data} />
      <RevenueByCurrency figures={data} />
    </OfPeriod>
  );
}
