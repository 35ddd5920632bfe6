import { Badge, Group, Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import { Instant } from '../../../components/instant.tsx';
import { PaidIn } from '../../../components/paid-in.tsx';
import { PlayerLink } from '../../../components/player-link.tsx';
import type { Column } from '../../../components/table-frame.tsx';
import { formatMoney } from '../../../lib/format.ts';
import { unmatched as t } from '../../../texts/unmatched.ts';
import { Amount } from '../statement-cells.tsx';
import type { UnmatchedPayment } from './unmatched-queries.ts';

const isRefund = ({ amount }: UnmatchedPayment) => amount.amount.startsWith('-');

export const unmatchedColumns: Column<UnmatchedPayment>[] = [
  { key: 'player', header: t.columns.player, width: '14%', render: ({ user_id }) => <PlayerLink userId={user_id} /> },
  {
    key: 'amount',
    header: t.columns.amount,
    width: '15%',
    align: 'right',
    render: ({ amount, paid }) => (
      <PaidIn paid={paid}>
        <Amount of={amount} />
      </PaidIn>
    ),
  },
  {
    key: 'unmatched',
    header: t.columns.unmatched,
    width: '12%',
    align: 'right',
    render: ({ amount, unmatched }) =>
      amount.amount === unmatched.amount ? (
        <Text inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t.all}
        </Text>
      ) : (
        <Text inherit component="span" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {formatMoney(unmatched)}
        </Text>
      ),
  },
  {
    key: 'why',
    header: t.columns.why,
    width: '14%',
    render: ({ reason }) => (
      <Hint label={t.reasons[reason]} multiline maw={280}>
        <span className="whole">{t.names[reason]}</span>
      </Hint>
    ),
  },
  { key: 'transaction', header: t.columns.transaction, width: '28%', render: (row) => <Transaction row={row} /> },
  {
    key: 'received',
    header: t.columns.received,
    width: '17%',
    render: ({ received_at }) => <Instant at={received_at} />,
  },
];

const Transaction = ({ row }: { row: UnmatchedPayment }) => (
  <Group gap={8} wrap="nowrap">
    <Text inherit component="bdi" className="mono" lineClamp={1} miw={56} title={row.transaction_id ?? undefined}>
      {row.transaction_id ?? '–'}
    </Text>
    {isRefund(row) && (
      <Badge color="orange" maw={160} flex="none" title={refundName(row)}>
        {refundName(row)}
      </Badge>
    )}
    <Text span size="xs" c="dimmed" lineClamp={1} title={row.game_id}>
      {row.game_id}
    </Text>
  </Group>
);

const refundName = ({ refund_of }: UnmatchedPayment) => (refund_of === null ? t.refund : t.refundOf(refund_of));
