import { TextLink } from '../../../components/links.tsx';
import type { Column } from '../../../components/table-frame.tsx';
import { payoutStatements as t } from '../../../texts/payout-statements.ts';
import { SinceLastRun } from '../compare/difference-cell.tsx';
import { PayeeCell } from '../payee-cell.tsx';
import type { Statement } from '../payouts-queries.ts';
import { Amount, nameOf, PayTo } from '../statement-cells.tsx';

/** @param lastRunId null if there is no earlier run to compare with */
export const statementColumns = (lastRunId: number | null): Column<Statement>[] => [
  {
    key: 'creator',
    header: t.columns.creator,
    sort: 'creator',
    width: '25%',
    render: (row) => (
      <PayeeCell of={row} payment={row}>
        <TextLink
          to="."
          search={(before) => ({ ...before, statement: row.statement_id })}
          inherit
          fw={600}
          c="var(--mantine-color-text)"
          lineClamp={1}
          title={`${row.creator_id} · ${t.madeOf(row.lines.length, row.payments)}`}
        >
          <bdi>{nameOf(row)}</bdi>
        </TextLink>
      </PayeeCell>
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
  {
    key: 'to',
    header: t.columns.to,
    render: (row) => <PayTo to={row} />,
  },
];
