import type { Minor } from '../../lib/money.ts';
import { convert, type ExchangeRate } from '../exchange-rates.ts';

export interface PaymentEvent {
  gameId: string;
  transactionId: string | null;
  userId: string;
  /** In the organisation's currency; negative for a refund. */
  amount: Minor;
  refundOf: string | null;
  createdAt: number;
  /** What the player paid; absent if that was in the organisation's currency. */
  paid?: ForeignAmount;
}

/** An amount in another currency. */
interface ForeignAmount {
  minor: Minor;
  currency: string;
  digits: number;
  /** The rate that converts it; null if the currency has none for that day. */
  rate: Pick<ExchangeRate, 'rateId' | 'rate'> | null;
}

/** A refund in another currency always names its payment, and the refund's converted amount can be 0. */
export const isRefund = ({ amount, refundOf }: PaymentEvent) => amount < 0n || refundOf !== null;

/** Converts an amount from the currency in which the player paid, at the payment's rate. */
export function convertPaid(
  minor: Minor,
  { paid }: Pick<PaymentEvent, 'paid'>,
  { currencyDigits }: { currencyDigits: number },
): Minor {
  if (!paid) return minor;
  if (!paid.rate) throw new Error(`An amount in ${paid.currency} has no rate`);
  return convert(minor, { rate: paid.rate.rate, from: paid.digits, to: currencyDigits });
}

/** Returns the amount that the player paid, in minor units of the payment's currency. */
export const paidMinor = ({ paid, amount }: Pick<PaymentEvent, 'paid' | 'amount'>): Minor => paid?.minor ?? amount;
