import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '../../client/organisation.tsx';
import { OfPeriod } from '../../components/of-period.tsx';
import { PeriodTotals } from '../../components/period-totals.tsx';
import { SeriesChart } from '../../components/series-chart.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { useNow } from '../../lib/now.ts';
import { DEFAULT_PERIOD, rangeOf } from '../../lib/periods.ts';
import { creatorFiguresQuery, earlierFigures } from './creator-queries.ts';
import { type CreatorSearch, parseCreatorSearch } from './creator-search.ts';

/** Shows the claims, payments and revenue of a creator's codes over time. */
export function ResultsTab({ creatorId }: { creatorId: string }) {
  const { period = DEFAULT_PERIOD } = useParsedSearch(parseCreatorSearch);
  const change = useChangeSearch<CreatorSearch>();
  const now = useNow();
  const query = useQuery(creatorFiguresQuery(creatorId, rangeOf(period, now, useTimeZone())));
  const { data } = query;
  return (
    <OfPeriod query={query} value={period} onChange={(period) => change({ period })}>
      <PeriodTotals totals={data?.totals} />
      <SeriesChart figures={data} earlier={earlierFigures(creatorId)} onZoom={(period) => change({ period })} />
    </OfPeriod>
  );
}
