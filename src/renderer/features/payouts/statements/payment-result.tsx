import { Text } from '@mantine/core';
import { Instant } from '../../../components/instant.tsx';
import { payoutStatements } from '../../../texts/payout-statements.ts';
import type { PaymentMark } from '../statement-cells.tsx';

const t = payoutStatements.payment;

/** Shows whether the payment of a statement arrived, or why it failed. */
export function PaymentResult({ of: { payment_status, paid_at, voided_at, void_reason } }: { of: PaymentMark }) {
  const isFailed = payment_status === 'failed';
  if (!paid_at && !isFailed) return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t.label}
      </Text>
      {paid_at && (
        <Text size="sm" component="div">
          {isFailed ? t.returned : t.paid} <Instant at={paid_at} />
        </Text>
      )}
      {isFailed && voided_at && (
        <Text size="sm" component="div">
          {t.failed} <Instant at={voided_at} />
        </Text>
      )}
      {isFailed && void_reason && (
        <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{void_reason}</bdi>
        </Text>
      )}
    </div>
  );
}
