import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle, Tables } from '../../db/database.ts';
import type { RefundedPayment } from '../../domain/payments/accrued-amount.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { Minor } from '../../lib/money.ts';

type AccrualRow = Tables['accruals']['$inferSelect'];

/** A payment in another currency that counts for a creator. */
export interface ConvertedPayment extends RefundedPayment {
  paymentId: number;
  gameId: string;
  /** The rate at which the payment was converted when it was received. */
  rateId: number;
  rate: string;
  /** The newest accrual that is not a reversal. */
  accrual: AccrualRow;
  /** The sum of the payment's accruals and their reversals. */
  accrued: Minor;
}

export interface ConvertedPage {
  payments: ConvertedPayment[];
  /** The last ID read; null if there are no more payments. */
  last: number | null;
}

/** Lists payments in other currencies that count for a creator, in ID order. */
export async function listConverted(
  handle: Handle,
  { after, rateIds, limit }: { after: number; rateIds?: readonly number[]; limit: number },
): Promise<ConvertedPage> {
  const rows = await listPayments(handle, { after, rateIds, limit });
  const ids = rows.map(({ payment_id }) => payment_id);
  const accruals = groupBy(await listAccruals(handle, ids), (row) => row.payment_id);
  const reversals = groupBy(await listReversals(handle, ids), (row) => row.payment_id);
  const payments = rows.flatMap((row): ConvertedPayment[] => {
    const own = accruals.get(row.payment_id) ?? [];
    const taken = reversals.get(row.payment_id) ?? [];
    const accrual = own.at(-1);
    if (!accrual || row.rate_id === null || row.paid_minor === null || row.paid_digits === null) return [];
    return [
      {
        ...{ paymentId: row.payment_id, gameId: row.game_id, rateId: row.rate_id, rate: row.rate, accrual },
        ...{ paid: row.paid_minor, digits: row.paid_digits, refunded: BigInt(row.refunded) },
        takenByUser: -sumOf(taken.filter(({ isByUser }) => isByUser)),
        accrued: sumOf(own) + sumOf(taken),
      },
    ];
  });
  return { payments, last: ids.at(-1) ?? null };
}

const sumOf = (rows: readonly { amount: Minor }[]) => rows.reduce((sum, { amount }) => sum + amount, 0n);

function listPayments(
  { db, t: { payments: p, exchange_rates: x } }: Handle,
  { after, rateIds, limit }: { after: number; rateIds: readonly number[] | undefined; limit: number },
) {
  return db
    .select({
      payment_id: p.payment_id,
      game_id: p.game_id,
      paid_minor: p.paid_minor,
      paid_digits: p.paid_digits,
      rate_id: p.rate_id,
      rate: x.rate,
      refunded: refundedSql(p),
    })
    .from(p)
    .innerJoin(x, eq(x.rate_id, p.rate_id))
    .where(
      and(
        rateIds ? inArray(p.rate_id, [...rateIds]) : sql`${p.rate_id} is not null`,
        gt(p.payment_id, after),
        isNull(p.refund_of),
      ),
    )
    .orderBy(asc(p.payment_id))
    .limit(limit);
}

/** Sums the refunds that refer to a payment and have the same user and currency, in minor units of that currency. */
const refundedSql = (p: Tables['payments']): SQL<string> =>
  sql<string>`cast(coalesce((select sum(-f.paid_minor) from payments f
    where f.game_id = ${p.game_id} and f.refund_of = ${p.transaction_id} and f.user_id = ${p.user_id}
      and f.paid_currency = ${p.paid_currency}), 0) as text)`;

const listAccruals = ({ db, t: { accruals: a } }: Handle, paymentIds: readonly number[]) =>
  db
    .select()
    .from(a)
    .where(and(inArray(a.payment_id, [...paymentIds]), isNull(a.reverses_accrual_id)))
    .orderBy(asc(a.accrual_id));

/** Lists the reversals of payments' accruals, and whether a refund without `refund_of` caused each reversal. */
async function listReversals({ db, t: { accruals, payments: p } }: Handle, paymentIds: readonly number[]) {
  const a = alias(accruals, 'a');
  const v = alias(accruals, 'v');
  const rows = await db
    .select({ payment_id: a.payment_id, amount: v.amount, rate_id: v.rate_id, refund_of: p.refund_of })
    .from(a)
    .innerJoin(v, and(eq(v.user_id, a.user_id), eq(v.reverses_accrual_id, a.accrual_id)))
    .innerJoin(p, eq(p.payment_id, v.payment_id))
    .where(inArray(a.payment_id, [...paymentIds]));
  return rows.map(({ payment_id, amount, rate_id, refund_of }) => ({
    ...{ payment_id, amount },
    isByUser: rate_id === null && refund_of === null,
  }));
}
