import { Text } from '@mantine/core';
import { IconFilter } from '../../components/icons.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatCount, formatMoney, formatShare } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { events as t } from '../../texts/events.ts';
import { CountNote } from './count-note.tsx';
import { EventFilters } from './event-filters.tsx';
import { type EventsSearch, type LinkRow, linksQuery } from './events-queries.ts';
import { useFigure } from './use-figure.ts';

/** Shows how many players from each referral link claimed and paid. */
export function LinksTab({ search, now }: { search: EventsSearch; now: number }) {
  const query = useFigure(linksQuery(search, now));
  const error = useLastingError(query);
  const { data, count } = query;
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <>
      <EventFilters search={search} fields={['game']} />
      <Text size="sm" c="dimmed" mb="md">
        {t.funnelNote}
      </Text>
      <CountNote count={count} />
      {data?.data?.length === 0 ? (
        <div className="card">
          <EmptyState icon={<IconFilter size={26} />} title={t.noLinks}>
            {t.noLinksText}
          </EmptyState>
        </div>
      ) : (
        <TableFrame
          label={t.funnel}
          minWidth={760}
          columns={columns}
          rows={data?.data ?? (count?.isEnded ? [] : undefined)}
          rowKey={(row) => row.referral_link}
          isBusy={query.isFetching}
          isStale={query.isPlaceholderData}
        />
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

const columns: Column<LinkRow>[] = [
  {
    key: 'link',
    header: t.link,
    width: '36%',
    render: ({ referral_link: link }) => (
      <Text inherit lineClamp={1} title={link} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{link}</bdi>
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
