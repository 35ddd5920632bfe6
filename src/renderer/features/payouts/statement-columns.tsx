import { Anchor, Text } from '@mantine/core';
import type { Column } from '../../components/table-frame.tsx';
import type { Statement } from '../../lib/payouts.ts';
import { payoutStatements as t } from '../../texts/payout-statements.ts';
import { SinceLastRun } from './difference-cell.tsx';
import { Amount, Flags, nameOf, PayTo } from './statement-cells.tsx';

interface ColumnsOptions {
  /** null: there is no earlier run to compare with. */
  lastRunId: number | null;
  onOpen: (statement: Statement) => void;
}

export const statementColumns = ({ lastRunId, onOpen }: ColumnsOptions): Column<Statement>[] => [
  {
    key: 'creator',
    header: t.columns.creator,
    sort: 'creator',
    width: '20%',
    render: (row) => (
      <>
        <Anchor
          component="button"
          type="button"
          inherit
          fw={600}
          ta="left"
          c="var(--mantine-color-text)"
          lineClamp={1}
          title={row.creator_id}
          onClick={() => onOpen(row)}
        >
          <bdi>{nameOf(row)}</bdi>
        </Anchor>
        <Text size="xs" c="dimmed">
          {t.madeOf(row.lines.length, row.payments)}
        </Text>
      </>
    ),
  },
  {
    key: 'revenue',
    header: t.columns.revenue,
    sort: 'revenue',
    align: 'right',
    render: (row) => <Amount of={row.revenue} />,
  },
  {
    key: 'commission',
    header: t.columns.commission,
    sort: 'commission',
    align: 'right',
    render: (row) => <Amount of={row.commission} />,
  },
  {
    key: 'payable',
    header: t.columns.payable,
    sort: 'payable',
    align: 'right',
    render: (row) => <Amount of={row.payable} strong />,
  },
  ...(lastRunId === null
    ? []
    : [
        {
          key: 'difference',
          header: t.columns.difference,
          align: 'right' as const,
          render: (row: Statement) => <SinceLastRun row={row} lastRunId={lastRunId} />,
        },
      ]),
  {
    key: 'carried',
    header: t.columns.carriedOut,
    sort: 'carried_out',
    align: 'right',
    render: (row) => <Amount of={row.carried_out} />,
  },
  { key: 'to', header: t.columns.to, width: '18%', render: (row) => <PayTo to={row} /> },
  { key: 'flags', header: t.columns.flags, render: (row) => <Flags of={row} isVoid={row.voided_at !== null} /> },
];
