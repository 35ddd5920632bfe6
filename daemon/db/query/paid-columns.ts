import type { Tables } from '../database.ts';

/** Selects what a player paid in another currency. The query must join `exchange_rates` on the payment's `rate_id`. */
export const paidColumns = ({ payments: p, exchange_rates: x }: Tables) => ({
  paid_minor: p.paid_minor,
  paid_currency: p.paid_currency,
  paid_digits: p.paid_digits,
  rate_id: x.rate_id,
  rate: x.rate,
});
