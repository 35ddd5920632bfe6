import { compare } from '../lib/compare.ts';
import { groupBy } from '../lib/group-by.ts';
import { divideHalfEven, type Minor } from '../lib/money.ts';

/** A stored rate: units of the organisation's currency for one unit of `currency`, as decimal text. */
export interface ExchangeRate {
  rateId: number;
  currency: string;
  /** The first day of the rate in the organisation's time zone, such as 2026-11-20. */
  validFrom: string;
  rate: string;
  /** The wrong rate that this one replaces. */
  correctsRateId: number | null;
}

/** The rates of each currency, sorted by day. Of several rates for one day, the last one applies. */
export type RateBook = ReadonlyMap<string, readonly ExchangeRate[]>;

export const EMPTY_BOOK: RateBook = new Map();

/**
 * Returns the book with these rates added. Of two rates for one day, the one with the higher ID wins. A correction
 * takes the place of the rate that it corrects, so it does not replace a rate that was added in between.
 */
export function addRates(book: RateBook, rates: readonly ExchangeRate[]): RateBook {
  const next = new Map(book);
  for (const [currency, added] of groupBy(rates, (rate) => rate.currency)) {
    const all = [...(next.get(currency) ?? []), ...added];
    next.set(currency, all.sort(createOrder(all)));
  }
  return next;
}

/** Orders rates by day, by the rate at the start of their chain of corrections, and by ID. */
function createOrder(rates: readonly ExchangeRate[]) {
  const corrected = new Map(rates.map(({ rateId, correctsRateId }) => [rateId, correctsRateId]));
  const rootOf = (rateId: number): number => {
    const wrong = corrected.get(rateId) ?? null;
    return wrong === null ? rateId : rootOf(wrong);
  };
  return (a: ExchangeRate, b: ExchangeRate) =>
    compare(a.validFrom, b.validFrom) || rootOf(a.rateId) - rootOf(b.rateId) || a.rateId - b.rateId;
}

/** Returns the newest rate of a currency that is valid on a day; null if there is none. */
export const findRate = (book: RateBook, currency: string, day: string): ExchangeRate | null =>
  book.get(currency)?.findLast(({ validFrom }) => validFrom <= day) ?? null;

export interface Conversion {
  rate: string;
  /** The numbers of decimal places of the foreign currency and of the organisation's currency. */
  from: number;
  to: number;
}

export type Convert = (minor: Minor) => Minor;

/** Returns a function that converts minor units exactly and rounds once, half to even. */
export function createConverter({ rate, from, to }: Conversion): Convert {
  const [whole = '', fraction = ''] = rate.split('.');
  const factor = BigInt(whole + fraction) * 10n ** BigInt(to);
  const divisor = 10n ** BigInt(fraction.length + from);
  return (minor) => divideHalfEven(minor * factor, divisor);
}

/** Converts one amount, see `createConverter`. */
export const convert = (minor: Minor, conversion: Conversion): Minor => createConverter(conversion)(minor);
