import { Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoints } from '../../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../../daemon/contract/endpoint.ts';
import { ask } from '../../../client/ask.ts';
import { saveList } from '../../../client/save-list.ts';
import { IconReceipt } from '../../../components/icons.tsx';
import { Instant } from '../../../components/instant.tsx';
import { KeysetTable } from '../../../components/keyset-table.tsx';
import { PaidIn } from '../../../components/paid-in.tsx';
import { EmptyState } from '../../../components/states.tsx';
import type { Column } from '../../../components/table-frame.tsx';
import { payoutStatements } from '../../../texts/payout-statements.ts';
import type { Statement } from '../payouts-queries.ts';
import { Amount } from '../statement-cells.tsx';

const t = payoutStatements.payments;

type LinePayment = AnswerOf<Endpoints['listPayoutLinePayments']>['data'][number];

/** Lists the payments and refunds in a line, newest first. */
export function LinePayments({ runId, line }: { runId: number; line: Statement['lines'][number] }) {
  const { line_id } = line;
  const query = useInfiniteQuery({
    queryKey: ['payout-payments', runId, line_id],
    queryFn: ({ pageParam }) =>
      ask('listPayoutLinePayments', {
        params: { run_id: runId, line_id },
        query: pageParam ? { cursor: pageParam } : {},
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  return (
    <section aria-labelledby="payments-title">
      <Title order={3} size="h5" mb="xs" id="payments-title">
        {t.title(line.campaign_name)}
      </Title>
      <KeysetTable
        name="line-payments"
        label={t.title(line.campaign_name)}
        minWidth={560}
        columns={columns}
        query={query}
        rowKey={(row) => `${row.payment_id} ${row.amount.amount} ${row.terms_version}`}
        onSave={() =>
          saveList(`payments-of-line-${line_id}`, 'listPayoutLinePayments', { params: { run_id: runId, line_id } })
        }
        empty={
          <EmptyState icon={<IconReceipt size={26} />} title={t.empty}>
            {t.emptyText}
          </EmptyState>
        }
      />
    </section>
  );
}

const columns: Column<LinePayment>[] = [
  { key: 'at', header: t.received, render: ({ received_at }) => <Instant at={received_at} /> },
  {
    key: 'player',
    header: t.player,
    render: ({ user_id, code }) => (
      <>
        <Text inherit lineClamp={1} title={user_id}>
          <bdi>{user_id}</bdi>
        </Text>
        <Text size="xs" c="dimmed" className="mono" lineClamp={1}>
          {code}
        </Text>
      </>
    ),
  },
  {
    key: 'transaction',
    header: t.transaction,
    render: ({ transaction_id, refund_of, game_id, is_correction }) => (
      <>
        <Text inherit className="mono" lineClamp={1} title={transaction_id ?? undefined}>
          {transaction_id ?? '–'}
        </Text>
        <Text size="xs" c="dimmed" style={{ wordBreak: 'break-word' }}>
          {[is_correction ? t.rateCorrected : game_id, refund_of !== null && t.refundOf(refund_of)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </>
    ),
  },
  {
    key: 'amount',
    header: t.amount,
    align: 'right',
    render: ({ amount, paid }) => (
      <PaidIn paid={paid}>
        <Amount of={amount} />
      </PaidIn>
    ),
  },
];
