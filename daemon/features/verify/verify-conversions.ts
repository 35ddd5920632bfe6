import { and, asc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../db/database.ts';
import { convert } from '../../domain/exchange-rates.ts';
import { accruedAt } from '../../domain/payments/accrued-amount.ts';
import {
  type ConvertedPage,
  type ConvertedPayment,
  listConverted,
} from '../exchange-rates/converted-payments-store.ts';
import { listApplied } from '../exchange-rates/corrections-store.ts';
import { getCurrency } from '../settings/currency-store.ts';
import type { Difference } from './verify-store.ts';

const STEP = 2000;

/** Converts each payment in another currency again, at its stored rate. */
export async function conversionFaults(handle: Handle): Promise<Difference[]> {
  const faults: Difference[] = [];
  for (let after = 0; ; ) {
    const rows = await listForeignRows(handle, after);
    const last = rows.at(-1);
    if (!last) return faults;
    const { digits } = await getCurrency(handle);
    for (const row of rows) {
      const computed = String(amountOf(row, digits));
      const stored = String(row.amount);
      const key = `payment ${row.payment_id}`;
      if (stored !== computed) faults.push({ table: 'payments', key, stored, computed });
    }
    after = last.payment_id;
  }
}

/** Recomputes how much each payment in another currency counts for its creator, at its rate or the corrected rate. */
export async function accrualFaults(handle: Handle): Promise<Difference[]> {
  const corrections = new Map((await listApplied(handle)).map((row) => [row.rate_id, row]));
  const rateOf = ({ paymentId, rateId, rate }: Pick<ConvertedPayment, 'paymentId' | 'rateId' | 'rate'>): string => {
    const correction = corrections.get(rateId);
    const isApplied = correction && (correction.status === 'done' || paymentId <= correction.last_payment_id);
    if (!isApplied || correction.new_rate_id === null) return rate;
    return rateOf({ paymentId, rateId: correction.new_rate_id, rate: correction.rate });
  };
  const faults: Difference[] = [];
  for (let after = 0; ; ) {
    const page: ConvertedPage = await listConverted(handle, { after, limit: STEP });
    if (page.last === null) return faults;
    const { digits } = await getCurrency(handle);
    for (const payment of page.payments) {
      const computed = String(accruedAt(rateOf(payment), payment, digits));
      const stored = String(payment.accrued);
      if (stored !== computed)
        faults.push({ table: 'accruals', key: `payment ${payment.paymentId}`, stored, computed });
    }
    after = page.last;
  }
}

type ForeignRow = Awaited<ReturnType<typeof listForeignRows>>[number];

/**
 * Returns the amount of a payment or refund in the organisation's currency. For a refund of a known payment, this is
 * the difference between the converted totals of the payment's refunds before and after it.
 */
function amountOf({ paid_minor, paid_digits, rate, refunded, payment_rate_id, rate_id }: ForeignRow, digits: number) {
  if (paid_minor === null || rate === null || (payment_rate_id !== null && payment_rate_id !== rate_id))
    return 'no such rate';
  const inLedger = (minor: bigint) => convert(minor, { rate, from: paid_digits ?? 0, to: digits });
  if (payment_rate_id === null) return inLedger(paid_minor);
  const before = BigInt(refunded);
  return inLedger(before) - inLedger(before - paid_minor);
}

/** Lists payments with their rates, and refunds with the sum of the payment's refunds stored before them. */
function listForeignRows({ db, t: { payments, exchange_rates: rates } }: Handle, after: number) {
  const p = alias(payments, 'p');
  const original = alias(payments, 'o');
  return db
    .select({
      payment_id: p.payment_id,
      amount: p.amount,
      paid_minor: p.paid_minor,
      paid_digits: p.paid_digits,
      rate_id: p.rate_id,
      rate: rates.rate,
      payment_rate_id: original.rate_id,
      refunded: sql<string>`cast(coalesce((select sum(-e.paid_minor) from payments e
        where e.game_id = ${p.game_id} and e.refund_of = ${p.refund_of} and e.user_id = ${p.user_id}
          and e.paid_currency = ${p.paid_currency} and e.payment_id < ${p.payment_id}), 0) as text)`,
    })
    .from(p)
    .leftJoin(rates, eq(rates.rate_id, p.rate_id))
    .leftJoin(
      original,
      and(
        eq(original.game_id, p.game_id),
        eq(original.transaction_id, p.refund_of),
        eq(original.user_id, p.user_id),
        eq(original.paid_currency, p.paid_currency),
        lt(original.payment_id, p.payment_id),
      ),
    )
    .where(and(isNotNull(p.rate_id), gt(p.payment_id, after)))
    .orderBy(asc(p.payment_id))
    .limit(STEP);
}
