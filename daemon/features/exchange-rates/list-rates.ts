import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { numbersOfCursor, pageOf } from '../../db/query/keyset.ts';
import { isoInstant } from '../../lib/clock.ts';
import { listRateRows, type NamedRate } from './rates-store.ts';

interface RateQuery {
  cursor?: string | undefined;
  limit: number;
  currency?: string | undefined;
}

export const listRates = (db: Database, { cursor, limit, currency }: RateQuery) =>
  db.read(async (handle) => {
    const [below = null] = numbersOfCursor(cursor, 1) ?? [];
    const rows = await listRateRows(handle, { currency, below }, limit + 1);
    const page = pageOf(rows, limit, ({ row }) => [row.rate_id]);
    return { ...page, data: page.data.map(rateOut) };
  });

export const getRate = (db: Database, rateId: number) =>
  db.read(async (handle) => {
    const [rate] = await listRateRows(handle, { rateIds: [rateId] }, 1);
    if (!rate) throw new Error(`Exchange rate ${rateId} does not exist`);
    return rateOut(rate);
  });

const rateOut = ({ row, name }: NamedRate): AnswerOf<Endpoints['createExchangeRate']> => ({
  rate_id: row.rate_id,
  currency: row.currency,
  valid_from: row.valid_from,
  rate: row.rate,
  source: row.source,
  corrects_rate_id: row.corrects_rate_id,
  reason: row.reason,
  created_by: row.created_by === null ? null : { staff_id: row.created_by, name: name ?? '' },
  created_at: isoInstant(row.created_at),
});
