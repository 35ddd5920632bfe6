import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '../../client/organisation.tsx';
import { PeriodPicker } from '../../components/period-picker.tsx';
import { PeriodTotals } from '../../components/period-totals.tsx';
import { SeriesChart } from '../../components/series-chart.tsx';
import { ErrorState, StaleNote } from '../../components/states.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
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
  const error = useLastingError(query);
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PeriodPicker value={period} onChange={(period) => change({ period })} />
        {error && <StaleNote error={error} since={query.dataUpdatedAt} />}
      </Group>
      <PeriodTotals totals={data?.totals} />
      <SeriesChart figures={data} earlier={earlierFigures(creatorId)} onZoom={(period) => change({ period })} />
    </Stack>
  );
}
