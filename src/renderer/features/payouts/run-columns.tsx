import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/data-table.tsx';
import { Instant } from '../../components/instant.tsx';
import { formatCount, formatMoney, plural } from '../../lib/format.ts';
import { KIND_NAMES, type PayoutRun } from '../../lib/payouts.ts';
import { Period } from './period.tsx';
import { RunStatusBadge } from './run-status.tsx';

export const runColumns: Column<PayoutRun>[] = [
  {
    key: 'run',
    header: 'Run',
    render: ({ run_id, kind }) => (
      <>
        <Anchor
          component={Link}
          to={`/payouts/${run_id}`}
          inherit
          fw={600}
          c="var(--mantine-color-text)"
          style={{ whiteSpace: 'nowrap' }}
        >
          Run {run_id}
        </Anchor>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {KIND_NAMES[kind]}
        </Text>
      </>
    ),
  },
  { key: 'status', header: 'Status', width: 110, render: ({ status }) => <RunStatusBadge status={status} /> },
  {
    key: 'period',
    header: 'Period',
    width: '22%',
    render: (run) => (
      <>
        <Period run={run} />
        <Text size="xs" c="dimmed" lineClamp={1} title={run.campaign_name ?? undefined}>
          {run.campaign_name ?? 'All campaigns'}
        </Text>
      </>
    ),
  },
  { key: 'creators', header: 'Creators paid', align: 'right', width: 120, render: (run) => <Creators run={run} /> },
  {
    key: 'payable',
    header: 'Payable',
    align: 'right',
    width: 130,
    render: ({ totals, status }) => (
      <Text inherit fw={600} td={status === 'void' ? 'line-through' : undefined} style={{ whiteSpace: 'nowrap' }}>
        {totals ? formatMoney(totals.payable) : '–'}
      </Text>
    ),
  },
  {
    key: 'prepared',
    header: 'Prepared',
    render: (run) => <By at={run.prepared_at} who={preparerOf(run)} />,
  },
  {
    key: 'approved',
    header: 'Approved',
    render: ({ approved_at, approved_by }) =>
      approved_at ? <By at={approved_at} who={approved_by?.name ?? null} /> : <Text c="dimmed">–</Text>,
  },
  {
    key: 'flags',
    header: 'Flags',
    render: ({ totals }) =>
      totals && totals.addresses_changed > 0 ? (
        <Badge color="yellow" miw="max-content">
          {plural(totals.addresses_changed, 'changed address', 'changed addresses')}
        </Badge>
      ) : null,
  },
];

const preparerOf = ({ prepared_by }: PayoutRun) => (prepared_by ? prepared_by.name : 'The calendar');

/** The day and the member of staff. */
function By({ at, who }: { at: string; who: string | null }) {
  return (
    <>
      <Instant at={at} day />
      <Text size="xs" c="dimmed" lineClamp={1}>
        {who ?? 'A former member of staff'}
      </Text>
    </>
  );
}

const Creators = ({ run: { totals } }: { run: PayoutRun }) => (
  <Group gap={4} justify="flex-end" wrap="nowrap">
    {totals ? `${formatCount(totals.creators_paid)} of ${formatCount(totals.creators)}` : '–'}
  </Group>
);
