import { formatAmount, type Minor } from '../../lib/money.ts';

interface PaidRow {
  paid_minor: Minor | null;
  paid_currency: string | null;
  paid_digits: number | null;
  rate_id: number | null;
  rate: string | null;
}

/** Returns what the player paid in another currency, with the rate; null in the organisation's currency. */
export const paidOut = ({ paid_minor, paid_currency: currency, paid_digits, rate_id, rate }: PaidRow) =>
  paid_minor === null || currency === null || rate_id === null || rate === null
    ? null
    : { amount: formatAmount(paid_minor, paid_digits ?? 0), currency, rate, rate_id };
