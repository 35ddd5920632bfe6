import { Text } from '@mantine/core';
import type { Column } from '../../../components/table-frame.tsx';
import { payoutStatements } from '../../../texts/payout-statements.ts';
import { payouts } from '../../../texts/payouts.ts';
import { Difference } from '../compare/difference-cell.tsx';
import { subtract } from '../money-difference.ts';
import { PayeeCell } from '../payee-cell.tsx';
import type { DryRun } from '../payouts-queries.ts';
import { Amount, nameOf, PayTo } from '../statement-cells.tsx';

const t = payoutStatements.columns;
type Row = DryRun['statements'][number];

export const dryRunColumns: Column<Row>[] = [
  {
    key: 'creator',
    header: t.creator,
    width: '25%',
    render: (row) => (
      <PayeeCell of={row}>
        <Text
          inherit
          fw={600}
          lineClamp={1}
          title={`${row.creator_id} · ${payoutStatements.madeOf(row.lines.length, row.payments)}`}
        >
          <bdi>{nameOf(row)}</bdi>
        </Text>
      </PayeeCell>
    ),
  },
  { key: 'commission', header: t.commission, align: 'right', render: (row) => <Amount of={row.commission} /> },
  { key: 'carried', header: t.carriedIn, align: 'right', render: (row) => <Amount of={row.carried_in} /> },
  { key: 'payable', header: t.payable, align: 'right', render: (row) => <Amount of={row.payable} strong /> },
  {
    key: 'last',
    header: payouts.preview.last,
    align: 'right',
    render: ({ payable, last_payable }) => <Difference of={subtract(payable, last_payable)} />,
  },
  { key: 'to', header: t.to, render: (row) => <PayTo to={row} /> },
];
