import { Text } from '@mantine/core';
import { useTimeZone } from '../../client/organisation.tsx';
import { saveList } from '../../client/save-list.ts';
import { IconFilter } from '../../components/icons.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatCount, formatDay, formatShare } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { events } from '../../texts/events.ts';
import { CountNote } from './count-note.tsx';
import { EventFilters } from './event-filters.tsx';
import { type CohortRow, cohortsInput, cohortsQuery, type EventsSearch } from './events-queries.ts';
import { SaveFigure } from './save-figure.tsx';
import { useFigure } from './use-figure.ts';

const t = events.cohorts;

/** Shows how many of the users who were new in a week came back in later weeks. */
export function CohortsTab({ search }: { search: EventsSearch }) {
  const query = useFigure(cohortsQuery(search));
  const error = useLastingError(query);
  const zone = useTimeZone();
  const { data, count } = query;
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  const rows = data?.data;
  return (
    <>
      <EventFilters search={search} fields={['game']} />
      <Text size="sm" c="dimmed" mb="md">
        {t.note}
      </Text>
      <CountNote count={count} />
      {rows?.every(({ users }) => users === 0) ? (
        <div className="card">
          <EmptyState icon={<IconFilter size={26} />} title={t.empty}>
            {t.emptyText}
          </EmptyState>
        </div>
      ) : (
        <>
          <TableFrame
            label={t.table}
            minWidth={760}
            columns={columnsOf(rows?.length ?? 0, zone)}
            rows={rows ?? (count?.isEnded ? [] : undefined)}
            rowKey={({ week }) => week}
            isBusy={query.isFetching}
            isStale={query.isPlaceholderData}
          />
          <SaveFigure
            rows={query.isPlaceholderData ? null : rows}
            onSave={() => saveList('retention', 'eventCohorts', cohortsInput(search))}
          />
        </>
      )}
    </>
  );
}

const columnsOf = (weeks: number, zone: string | undefined): Column<CohortRow>[] => [
  { key: 'week', header: t.week, width: 150, render: ({ week }) => formatDay(week, zone) },
  { key: 'users', header: events.users, align: 'right', render: ({ users }) => formatCount(users) },
  ...Array.from({ length: Math.max(0, weeks - 1) }, (_, at): Column<CohortRow> => {
    const later = at + 1;
    return {
      key: `week-${later}`,
      header: t.later(later),
      align: 'right',
      render: ({ users, active }) => {
        const back = active[later];
        if (back === undefined || users === 0) return '';
        return <span title={t.cameBack(back)}>{formatShare(back / users)}</span>;
      },
    };
  }),
];
