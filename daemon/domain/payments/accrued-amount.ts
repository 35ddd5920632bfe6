import { largerOf, type Minor, smallerOf } from '../../lib/money.ts';
import { convert } from '../exchange-rates.ts';

/** A payment in another currency, and what refunds took from it. */
export interface RefundedPayment {
  /** In minor units of the payment's currency. */
  paid: Minor;
  digits: number;
  /** The sum of the refunds that name the payment, in the same units. */
  refunded: Minor;
  /** What refunds without `refund_of` took, in the organisation's currency. */
  takenByUser: Minor;
}

/**
 * Returns the amount that counts for the creator at a rate, after all refunds. Named refunds are converted in one sum, so
 * that a full refund leaves exactly 0.
 */
export function accruedAt(
  rate: string,
  { paid, digits, refunded, takenByUser }: RefundedPayment,
  currencyDigits: number,
): Minor {
  const inLedger = (minor: Minor) => convert(minor, { rate, from: digits, to: currencyDigits });
  return largerOf(inLedger(paid) - inLedger(smallerOf(refunded, paid)) - takenByUser, 0n);
}
