import { Anchor, Text } from '@mantine/core';
import type { Column } from '../../components/table-frame.tsx';
import { plural } from '../../lib/format.ts';
import type { Statement } from '../../lib/payouts.ts';
import { Amount, Flags, nameOf, PayTo } from './statement-cells.tsx';

export const statementColumns = (onOpen: (statement: Statement) => void): Column<Statement>[] => [
  {
    key: 'creator',
    header: 'Creator',
    sort: 'creator',
    width: '22%',
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
          {nameOf(row)}
        </Anchor>
        <Text size="xs" c="dimmed">
          {plural(row.lines.length, 'campaign')}, {plural(row.payments, 'payment')}
        </Text>
      </>
    ),
  },
  {
    key: 'revenue',
    header: 'Revenue',
    sort: 'revenue',
    align: 'right',
    render: (row) => <Amount of={row.revenue} />,
  },
  {
    key: 'commission',
    header: 'Commission',
    sort: 'commission',
    align: 'right',
    render: (row) => <Amount of={row.commission} />,
  },
  {
    key: 'payable',
    header: 'Payable',
    sort: 'payable',
    align: 'right',
    render: (row) => <Amount of={row.payable} strong />,
  },
  {
    key: 'carried',
    header: 'Carried out',
    sort: 'carried_out',
    align: 'right',
    render: (row) => <Amount of={row.carried_out} />,
  },
  { key: 'to', header: 'Pay to', width: '20%', render: (row) => <PayTo to={row} /> },
  { key: 'flags', header: 'Flags', render: (row) => <Flags of={row} isVoid={row.voided_at !== null} /> },
];
