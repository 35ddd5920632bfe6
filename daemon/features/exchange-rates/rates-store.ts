import { and, asc, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle, Tables } from '../../db/database.ts';
import type { ExchangeRate } from '../../domain/exchange-rates.ts';

export type NewRate = Omit<Tables['exchange_rates']['$inferInsert'], 'rate_id'>;
type RateRow = Tables['exchange_rates']['$inferSelect'];

/** Lists the rates added after a given one. Rates are committed in ID order. */
export async function listRatesAfter(
  { db, t: { exchange_rates: r } }: Handle,
  rateId: number,
): Promise<ExchangeRate[]> {
  const rows = await db.select().from(r).where(gt(r.rate_id, rateId)).orderBy(asc(r.rate_id));
  return rows.map(rateOf);
}

const rateOf = ({ rate_id, currency, valid_from, rate, corrects_rate_id }: RateRow): ExchangeRate => ({
  rateId: rate_id,
  currency,
  validFrom: valid_from,
  rate,
  correctsRateId: corrects_rate_id,
});

/** Lists the rates for these currencies that are valid from any of these days, in ID order. */
export async function listRatesFrom(
  { db, t: { exchange_rates: r } }: Handle,
  { currencies, days }: { currencies: readonly string[]; days: readonly string[] },
): Promise<ExchangeRate[]> {
  const rows = await db
    .select()
    .from(r)
    .where(and(inArray(r.currency, [...new Set(currencies)]), inArray(r.valid_from, [...new Set(days)])))
    .orderBy(asc(r.rate_id));
  return rows.map(rateOf);
}

export async function findRateRow({ db, t: { exchange_rates: r } }: Handle, rateId: number): Promise<RateRow | null> {
  const [row] = await db.select().from(r).where(eq(r.rate_id, rateId));
  return row ?? null;
}

/** Returns the IDs of a rate and of the rates that it corrects, directly or indirectly. */
export async function listCorrectedRates(handle: Handle, rateId: number): Promise<number[]> {
  const row = await findRateRow(handle, rateId);
  const wrong = row?.corrects_rate_id ?? null;
  return wrong === null ? [rateId] : [rateId, ...(await listCorrectedRates(handle, wrong))];
}

export async function insertRates({ db, t }: Handle, rates: readonly NewRate[]): Promise<RateRow[]> {
  return (await db
    .insert(t.exchange_rates)
    .values([...rates])
    .returning()) as RateRow[];
}

export type NamedRate = Awaited<ReturnType<typeof listRateRows>>[number];

/** Lists rates with the names of those who added them, newest first. */
export function listRateRows(
  { db, t: { exchange_rates: r, staff } }: Handle,
  filter: { currency?: string | undefined; below?: number | null; rateIds?: readonly number[] },
  limit: number,
) {
  const by = alias(staff, 'by');
  return db
    .select({ row: r, name: by.name })
    .from(r)
    .leftJoin(by, eq(by.staff_id, r.created_by))
    .where(
      and(
        filter.currency === undefined ? undefined : eq(r.currency, filter.currency),
        filter.below == null ? undefined : lt(r.rate_id, filter.below),
        filter.rateIds && inArray(r.rate_id, [...filter.rateIds]),
      ),
    )
    .orderBy(desc(r.rate_id))
    .limit(limit);
}
