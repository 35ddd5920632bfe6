import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database, Handle } from '../../db/database.ts';
import { numbersOfCursor, pageOf } from '../../db/query/keyset.ts';
import { addRates, EMPTY_BOOK, type ExchangeRate, findRate, type RateBook } from '../../domain/exchange-rates.ts';
import { isoInstant } from '../../lib/clock.ts';
import { formatAmount, type Minor } from '../../lib/money.ts';
import { getCurrency } from '../settings/currency-store.ts';
import { listCorrections, type NamedCorrection } from './corrections-store.ts';
import { listRateRows, listRatesFrom, type NamedRate } from './rates-store.ts';

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
    return { ...page, data: await ratesOut(handle, page.data) };
  });

export const getRate = (db: Database, rateId: number) =>
  db.read(async (handle) => {
    const [rate] = await ratesOut(handle, await listRateRows(handle, { rateIds: [rateId] }, 1));
    if (!rate) throw new Error(`Exchange rate ${rateId} does not exist`);
    return rate;
  });

type RateAnswer = AnswerOf<Endpoints['createExchangeRate']>;

async function ratesOut(handle: Handle, rates: readonly NamedRate[]): Promise<RateAnswer[]> {
  const found = await listCorrections(
    handle,
    rates.map(({ row }) => row.rate_id),
  );
  const currencies = rates.map(({ row }) => row.currency);
  const days = rates.map(({ row }) => row.valid_from);
  const book = addRates(EMPTY_BOOK, await listRatesFrom(handle, { currencies, days }));
  const corrections = new Map(found.map((correction) => [correction.row.rate_id, correction]));
  const { currency, digits } = await getCurrency(handle);
  const money = (minor: Minor) => ({ amount: formatAmount(minor, digits), currency });
  return rates.map((rate) => {
    const correction = corrections.get(rate.row.rate_id);
    return { ...rateOut(rate, book), correction: correction ? correctionOut(correction, money) : null };
  });
}

const rateOut = ({ row, name }: NamedRate, book: RateBook): Omit<RateAnswer, 'correction'> => ({
  rate_id: row.rate_id,
  currency: row.currency,
  valid_from: row.valid_from,
  rate: row.rate,
  source: row.source,
  corrects_rate_id: row.corrects_rate_id,
  reason: row.reason,
  created_by: row.created_by === null ? null : { staff_id: row.created_by, name: name ?? '' },
  created_at: isoInstant(row.created_at),
  replaced_by: replacementOf(row, findRate(book, row.currency, row.valid_from)),
});

const replacementOf = ({ rate_id }: { rate_id: number }, applied: ExchangeRate | null) =>
  applied === null || applied.rateId === rate_id ? null : { rate_id: applied.rateId, rate: applied.rate };

const correctionOut = (
  { row, requester, decider }: NamedCorrection,
  money: (minor: Minor) => { amount: string; currency: string },
): NonNullable<RateAnswer['correction']> => ({
  correction_id: row.correction_id,
  status: row.status,
  rate: row.rate,
  reason: row.reason,
  requested_by: { staff_id: row.requested_by, name: requester ?? '' },
  requested_at: isoInstant(row.requested_at),
  decided_by: row.decided_by === null ? null : { staff_id: row.decided_by, name: decider ?? '' },
  new_rate_id: row.new_rate_id,
  payments: row.payments,
  difference: money(row.difference),
  finished_at: row.finished_at === null ? null : isoInstant(row.finished_at),
});
