import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFilter } from '../../components/icons.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatCount, formatMoney, formatShare, formatTime } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { events as t } from '../../texts/events.ts';
import { EventFilters } from './event-filters.tsx';
import { type EventsSearch, type LinkRow, linksQuery } from './events-queries.ts';

/** Shows how many players from each referral link claimed and paid. */
export function LinksTab({ search, now }: { search: EventsSearch; now: number }) {
  const query = useQuery(linksQuery(search, now));
  const error = useLastingError(query);
  const { data } = query;
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <>
      <EventFilters search={search} fields={['game']} />
      <Text size="sm" c="dimmed" mb="md">
        {t.funnelNote} {data && !data.complete && t.since(formatTime(data.since))}
      </Text>
      {data?.data.length === 0 ? (
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
          rows={data?.data}
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
