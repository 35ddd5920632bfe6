import { Badge, Group, Text } from '@mantine/core';
import { CreatorLink } from '../../components/creator-link.tsx';
import { Instant } from '../../components/instant.tsx';
import { PaidIn } from '../../components/paid-in.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { formatMoney } from '../../lib/format.ts';
import { players as catalogue } from '../../texts/players.ts';
import type { Payment } from './players-queries.ts';

const t = catalogue.payments;

export const paymentColumns: Column<Payment>[] = [
  { key: 'when', header: t.when, width: 180, render: ({ created_at }) => <Instant at={created_at} /> },
  {
    key: 'amount',
    header: t.amount,
    align: 'right',
    width: 150,
    render: ({ amount, paid }) => (
      <PaidIn paid={paid}>
        <Text inherit component="span" c={isRefund(amount) ? 'red' : undefined} style={{ whiteSpace: 'nowrap' }}>
          {formatMoney(amount)}
        </Text>
      </PaidIn>
    ),
  },
  {
    key: 'transaction',
    header: t.transaction,
    width: '30%',
    render: ({ transaction_id, refund_of, amount }) => (
      <Group gap={6}>
        <Text inherit component="bdi" className="mono" style={{ wordBreak: 'break-all' }}>
          {transaction_id ?? '–'}
        </Text>
        {isRefund(amount) && (
          <Badge color="orange" miw="max-content">
            {refund_of === null ? t.refund : t.refundOf(refund_of)}
          </Badge>
        )}
      </Group>
    ),
  },
  { key: 'game', header: t.game, render: ({ game_id }) => game_id },
  {
    key: 'counts',
    header: t.counts,
    render: ({ creator_id, creator_name }) =>
      creator_id === null ? (
        <Text inherit c="dimmed">
          {t.nothing}
        </Text>
      ) : (
        <CreatorLink creator_id={creator_id} display_name={creator_name} />
      ),
  },
];

const isRefund = ({ amount }: Payment['amount']) => amount.startsWith('-');
