import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { numbersOfCursor, pageOf } from '../../db/query/keyset.ts';
import { paidOut } from '../../domain/payments/paid-out.ts';
import { isoInstant } from '../../lib/clock.ts';
import { formatAmount, type Minor } from '../../lib/money.ts';
import { getCurrency } from '../settings/currency-store.ts';
import { listUnmatchedRows, type UnmatchedFilter, type UnmatchedRow } from './unmatched-payments-store.ts';

type Unmatched = AnswerOf<Endpoints['listUnmatchedPayments']>;
type Query = UnmatchedFilter & { cursor?: string | undefined; limit: number };

/** Lists payments and refunds that do not count for any creator or redeem code, for finance and support. */
export const listUnmatchedPayments = (db: Database, { cursor, limit, ...filter }: Query): Promise<Unmatched> =>
  db.read(async (handle) => {
    const [before = null] = numbersOfCursor(cursor, 1) ?? [];
    const { currency, digits } = await getCurrency(handle);
    const money = (minor: Minor) => ({ amount: formatAmount(minor, digits), currency });
    const shown = ({ amount, paid, unmatched, created_at, received_at, ...row }: UnmatchedRow) => ({
      ...row,
      paid: paidOut(paid),
      amount: money(amount),
      unmatched: money(unmatched ?? amount),
      created_at: isoInstant(created_at),
      received_at: isoInstant(received_at),
    });
    const page = pageOf(await listUnmatchedRows(handle, filter, before, limit + 1), limit, (row) => [row.payment_id]);
    return { ...page, data: page.data.map(shown) };
  });
