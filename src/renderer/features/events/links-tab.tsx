import { Select, Text } from '@mantine/core';
import { UTMS } from '../../../../daemon/contract/words.ts';
import { IconFilter } from '../../components/icons.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatCount, formatMoney, formatShare } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { events as t } from '../../texts/events.ts';
import { CountNote } from './count-note.tsx';
import { EventFilters } from './event-filters.tsx';
import { type EventsSearch, type SourceRow, saveSources, sourcesQuery } from './events-queries.ts';
import { SaveFigure } from './save-figure.tsx';
import { useFigure } from './use-figure.ts';

/** Shows how many players from each referral link, or each value of a UTM parameter, claimed and paid. */
export function LinksTab({ search, now }: { search: EventsSearch; now: number }) {
  const query = useFigure(sourcesQuery(search, now));
  const error = useLastingError(query);
  const change = useChangeSearch<EventsSearch>();
  const { data, count } = query;
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <>
      <EventFilters search={search} fields={['game']} />
      <Select
        aria-label={t.countBy}
        data={[{ value: '', label: t.link }, ...UTMS.map((utm) => ({ value: utm, label: utm }))]}
        value={search.by ?? ''}
        onChange={(by) => change({ by: UTMS.find((utm) => utm === by) })}
        allowDeselect={false}
        w={200}
        mb="sm"
      />
      <Text size="sm" c="dimmed" mb="md">
        {search.by ? t.utmNote(search.by) : t.funnelNote}
      </Text>
      <CountNote count={count} />
      {data?.data?.length === 0 ? (
        <div className="card">
          <EmptyState icon={<IconFilter size={26} />} title={search.by ? t.noUtms(search.by) : t.noLinks}>
            {search.by ? t.noUtmsText : t.noLinksText}
          </EmptyState>
        </div>
      ) : (
        <>
          <TableFrame
            label={t.funnel}
            minWidth={760}
            columns={columnsOf(search.by ?? t.link)}
            rows={data?.data ?? (count?.isEnded ? [] : undefined)}
            rowKey={(row) => row.value}
            isBusy={query.isFetching}
            isStale={query.isPlaceholderData}
          />
          <SaveFigure rows={query.isPlaceholderData ? null : data?.data} onSave={() => saveSources(search, now)} />
        </>
      )}
    </>
  );
}

/** Shows a number of people, and their share of the link's users. */
const Step = ({ count, of }: { count: number; of: number }) => (
  <>
    {formatCount(count)}{' '}
    <Text span size="xs" c="dimmed">
      {formatShare(of === 0 ? 0 : count / of)}
    </Text>
  </>
);

const columnsOf = (header: string): Column<SourceRow>[] => [
  {
    key: 'link',
    header,
    width: '36%',
    render: ({ value }) => (
      <Text inherit lineClamp={1} title={value} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{value}</bdi>
      </Text>
    ),
  },
  { key: 'sessions', header: t.sessions, align: 'right', render: ({ sessions }) => formatCount(sessions) },
  { key: 'users', header: t.users, align: 'right', render: ({ users }) => formatCount(users) },
  {
    key: 'claimers',
    header: t.claimers,
    align: 'right',
    render: ({ claimers, users }) => <Step count={claimers} of={users} />,
  },
  {
    key: 'payers',
    header: t.payers,
    align: 'right',
    render: ({ payers, users }) => <Step count={payers} of={users} />,
  },
  { key: 'revenue', header: t.revenue, align: 'right', render: ({ revenue }) => formatMoney(revenue) },
];
