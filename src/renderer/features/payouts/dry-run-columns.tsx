import { Text } from '@mantine/core';
import type { Column } from '../../components/table-frame.tsx';
import { plural } from '../../lib/format.ts';
import type { DryRun } from '../../lib/payouts.ts';
import { differenceOf, subtract } from './money-difference.ts';
import { Amount, Flags, nameOf, PayTo } from './statement-cells.tsx';

type Row = DryRun['statements'][number];

export const dryRunColumns: Column<Row>[] = [
  {
    key: 'creator',
    header: 'Creator',
    width: '22%',
    render: (row) => (
      <>
        <Text inherit fw={600} lineClamp={1} title={row.creator_id}>
          {nameOf(row)}
        </Text>
        <Text size="xs" c="dimmed">
          {plural(row.lines.length, 'campaign')}, {plural(row.payments, 'payment')}
        </Text>
      </>
    ),
  },
  { key: 'commission', header: 'Commission', align: 'right', render: (row) => <Amount of={row.commission} /> },
  { key: 'carried', header: 'Carried in', align: 'right', render: (row) => <Amount of={row.carried_in} /> },
  { key: 'payable', header: 'Payable', align: 'right', render: (row) => <Amount of={row.payable} strong /> },
  {
    key: 'last',
    header: 'Compared with the last run',
    align: 'right',
    render: ({ payable, last_payable }) => (
      <Text inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {differenceOf(subtract(payable, last_payable))}
      </Text>
    ),
  },
  { key: 'to', header: 'Pay to', width: '20%', render: (row) => <PayTo to={row} /> },
  { key: 'flags', header: 'Flags', render: (row) => <Flags of={row} /> },
];
