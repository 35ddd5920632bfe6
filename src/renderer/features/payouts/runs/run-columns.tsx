import { Badge, Group, Text } from '@mantine/core';
import type { Column } from '../../../components/data-table.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Instant } from '../../../components/instant.tsx';
import { TextLink } from '../../../components/links.tsx';
import { formatMoney } from '../../../lib/format.ts';
import { payouts as t } from '../../../texts/payouts.ts';
import { KIND_NAMES, type PayoutRun } from '../payouts-queries.ts';
import { Period } from '../period.tsx';
import { RunStatusBadge } from '../run-status.tsx';

export const runColumns: Column<PayoutRun>[] = [
  {
    key: 'run',
    header: t.columns.run,
    render: ({ run_id, kind }) => (
      <Group gap={8} wrap="nowrap">
        <TextLink
          to="/payouts/$runId"
          params={{ runId: String(run_id) }}
          inherit
          fw={600}
          c="var(--mantine-color-text)"
          style={{ whiteSpace: 'nowrap' }}
        >
          {t.name(run_id)}
        </TextLink>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {KIND_NAMES[kind]}
        </Text>
      </Group>
    ),
  },
  { key: 'status', header: t.columns.status, render: ({ status }) => <RunStatusBadge status={status} /> },
  {
    key: 'period',
    header: t.columns.period,
    render: (run) => (
      <Group gap={8} wrap="nowrap">
        <Period run={run} />
        {run.campaign_name && (
          <Text size="xs" c="dimmed" lineClamp={1} title={run.campaign_name}>
            <bdi>{run.campaign_name}</bdi>
          </Text>
        )}
        <ChangedAddresses run={run} />
      </Group>
    ),
  },
  {
    key: 'creators',
    header: t.columns.creators,
    align: 'right',
    render: ({ totals }) => (
      <span className="whole">{totals ? t.toPayOf(totals.creators_paid, totals.creators) : '–'}</span>
    ),
  },
  {
    key: 'payable',
    header: t.columns.payable,
    align: 'right',
    render: ({ totals, status }) => (
      <Text inherit fw={600} td={status === 'void' ? 'line-through' : undefined} style={{ whiteSpace: 'nowrap' }}>
        {totals ? formatMoney(totals.payable) : '–'}
      </Text>
    ),
  },
  {
    key: 'prepared',
    header: t.columns.prepared,
    render: ({ prepared_at }) => <Instant at={prepared_at} day />,
  },
  {
    key: 'approved',
    header: t.columns.approved,
    render: ({ approved_at, approved_by }) =>
      approved_at ? <By at={approved_at} who={approved_by?.name ?? t.formerStaff} /> : <Text c="dimmed">–</Text>,
  },
];

/** Shows the day, and the member of staff in its tooltip. */
const By = ({ at, who }: { at: string; who: string }) => (
  <span title={who}>
    <Instant at={at} day />
  </span>
);

function ChangedAddresses({ run: { totals } }: { run: PayoutRun }) {
  if (!totals || totals.addresses_changed === 0) return null;
  return (
    <Hint label={t.changedDetails(totals.addresses_changed)}>
      <Badge color="yellow" miw="max-content">
        {t.changed(totals.addresses_changed)}
      </Badge>
    </Hint>
  );
}
