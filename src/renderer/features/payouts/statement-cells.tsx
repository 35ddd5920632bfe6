import { Badge, Group, Text } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { methodName } from '../../components/method-name.ts';
import { formatMoney, formatTime, type Money } from '../../lib/format.ts';
import { payoutStatements } from '../../texts/payout-statements.ts';
import { isNothing } from './money-difference.ts';
import type { Statement } from './payouts-queries.ts';

const t = payoutStatements.flags;

export type Payee = Pick<
  Statement,
  | 'creator_id'
  | 'creator_name'
  | 'payout_method'
  | 'payout_address'
  | 'address_changed'
  | 'carry_reason'
  | 'hold_reason'
  | 'payable'
>;

export const nameOf = ({ creator_id, creator_name }: Pick<Payee, 'creator_id' | 'creator_name'>) =>
  creator_name ?? creator_id;

/** Returns true if an amount is payable and the creator has no payout details. */
const isMissingDetails = ({ payable, payout_method, payout_address }: Payee) =>
  !isNothing(payable) && (!payout_method?.trim() || !payout_address?.trim());

export function Amount({ of, strong = false }: { of: Money; strong?: boolean }) {
  return (
    <Text
      inherit
      component="span"
      fw={strong ? 600 : undefined}
      c={isNothing(of) ? 'dimmed' : of.amount.startsWith('-') ? 'red' : undefined}
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatMoney(of)}
    </Text>
  );
}

export function PayTo({ to }: { to: Pick<Payee, 'payout_method' | 'payout_address'> }) {
  const { payout_method, payout_address } = to;
  return (
    <div className={payout_method ? 'two-lines' : undefined} style={{ minWidth: 180, maxWidth: 240, fontSize: 13 }}>
      <span className="one-line" title={payout_address ?? undefined}>
        {payout_address ? <bdi>{payout_address}</bdi> : <Dash />}
      </span>
      {payout_method && (
        <span>
          <span className="one-line">{methodName(payout_method)}</span>
        </span>
      )}
    </div>
  );
}

const Dash = () => (
  <Text component="span" inherit c="dimmed">
    –
  </Text>
);

const CARRIES = {
  negative: [t.negative, 'red', t.negativeWhy],
  held: [t.held, 'blue', t.heldWhy],
  below_minimum: [t.below_minimum, 'gray', t.below_minimumWhy],
} as const;

/** What is known about the payment of a statement. In the preview of a run, statements have not been paid yet. */
export type PaymentMark = Pick<Statement, 'voided_at' | 'void_reason' | 'payment_status' | 'paid_at'>;
const isMarked = (payment: PaymentMark | undefined) =>
  payment !== undefined && (payment.voided_at !== null || payment.paid_at !== null);

export const hasFlags = (of: Payee, payment?: PaymentMark) =>
  isMarked(payment) ||
  of.hold_reason !== null ||
  of.carry_reason !== null ||
  of.address_changed ||
  isMissingDetails(of);

const SMALL = { size: 'xs', h: 15 } as const;

interface FlagsProps {
  of: Payee;
  payment?: PaymentMark | undefined;
  /** True if the marks are below a name and must be small, so that both fit into the height of a row. */
  isSmall?: boolean;
}

/** Shows the marks that finance should check before a payment. */
export function Flags({ of, payment, isSmall = false }: FlagsProps) {
  const { carry_reason, hold_reason, address_changed } = of;
  return (
    <Group gap={6} wrap="nowrap">
      {payment && isMarked(payment) && <PaymentFlag of={payment} isSmall={isSmall} />}
      {hold_reason !== null ? (
        <Flag isSmall={isSmall} look={[t.frozen, 'blue', t.frozenWhy(hold_reason)]} />
      ) : (
        carry_reason && <Flag isSmall={isSmall} look={CARRIES[carry_reason]} />
      )}
      {address_changed && <Flag isSmall={isSmall} look={[t.changed, 'yellow', t.changedWhy]} />}
      {isMissingDetails(of) && <Flag isSmall={isSmall} look={[t.missing, 'orange', t.missingWhy]} />}
    </Group>
  );
}

function PaymentFlag({ of: { payment_status, void_reason, paid_at }, isSmall }: { of: PaymentMark; isSmall: boolean }) {
  if (payment_status === 'failed') return <Flag isSmall={isSmall} look={[t.failed, 'red', t.failedWhy(void_reason)]} />;
  if (payment_status === 'paid' && paid_at)
    return <Flag isSmall={isSmall} look={[t.paid, 'teal', t.paidWhy(formatTime(paid_at))]} />;
  return (
    <Badge variant="default" miw="max-content" {...(isSmall && SMALL)}>
      {t.void}
    </Badge>
  );
}

interface FlagProps {
  look: readonly [string, string, string];
  isSmall: boolean;
}

function Flag({ look: [label, color, why], isSmall }: FlagProps) {
  return (
    <Hint label={why} multiline maw={280}>
      <Badge color={color} miw="max-content" {...(isSmall && SMALL)}>
        {label}
      </Badge>
    </Hint>
  );
}
