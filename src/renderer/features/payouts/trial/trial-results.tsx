import { SimpleGrid, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { CreatorLink } from '../../../components/creator-link.tsx';
import { FigureCard } from '../../../components/figure-card.tsx';
import { IconCash } from '../../../components/first-icons.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { TableFoot } from '../../../components/table-foot.tsx';
import { type Column, TableFrame } from '../../../components/table-frame.tsx';
import { formatMoney } from '../../../lib/format.ts';
import { useLastingError } from '../../../lib/lasting-error.ts';
import { tiersTrial as t } from '../../../texts/tiers-trial.ts';
import { Difference } from '../compare/difference-cell.tsx';
import { differenceOf } from '../money-difference.ts';
import type { Trial } from './trial-query.ts';

type Row = Trial['creators']['data'][number];

const columns: Column<Row>[] = [
  {
    key: 'creator',
    header: t.creator,
    width: '32%',
    render: ({ creator_id, creator_name }) => <CreatorLink creator_id={creator_id} display_name={creator_name} />,
  },
  { key: 'revenue', header: t.revenue, align: 'right', render: ({ revenue }) => formatMoney(revenue) },
  { key: 'stored', header: t.commission, align: 'right', render: ({ commission }) => formatMoney(commission) },
  {
    key: 'trial',
    header: t.trial,
    align: 'right',
    render: (row) => <strong>{formatMoney(row.trial_commission)}</strong>,
  },
  { key: 'difference', header: t.difference, align: 'right', render: (row) => <Difference of={row.difference} /> },
];

interface TrialResultsProps {
  query: UseQueryResult<Trial>;
  onPage: (page: number) => void;
}

/**
 * Shows the sums, and each creator's commission as stored and with the tried tiers. An error replaces only these
 * figures.
 */
export function TrialResults({ query, onPage }: TrialResultsProps) {
  const { data, isPlaceholderData, isFetching, refetch } = query;
  const error = useLastingError(query);
  if (error && isPlaceholderData)
    return (
      <div className="card">
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    );
  if (data?.creators.total === 0)
    return (
      <div className="card">
        <EmptyState icon={<IconCash size={26} />} title={t.empty}>
          {t.emptyText}
        </EmptyState>
      </div>
    );
  const { totals } = data ?? {};
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <FigureCard
          label={t.revenue}
          value={totals && formatMoney(totals.revenue)}
          note={totals && t.creators(totals.creators)}
        />
        <FigureCard label={t.commission} value={totals && formatMoney(totals.commission)} />
        <FigureCard label={t.trial} value={totals && formatMoney(totals.trial_commission)} />
        <FigureCard label={t.difference} value={totals && differenceOf(totals.difference)} />
      </SimpleGrid>
      <div>
        <TableFrame
          label={t.list}
          columns={columns}
          rows={data?.creators.data}
          rowKey={(row) => row.creator_id}
          isBusy={isFetching}
          isStale={isPlaceholderData}
        />
        <TableFoot page={data?.creators} onPage={onPage} />
      </div>
    </Stack>
  );
}
