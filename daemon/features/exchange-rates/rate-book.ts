import type { Database } from '../../db/database.ts';
import { addRates, EMPTY_BOOK, type RateBook } from '../../domain/exchange-rates.ts';
import { createFreshCopy } from '../../lib/fresh-copy.ts';
import { listRatesAfter } from './rates-store.ts';

/** A new rate applies within a second on all daemons, and immediately on the daemon that stored it. */
const MAX_AGE_MS = 900;

/** Keeps the exchange rates in memory. Rates are never changed or deleted, so a refresh reads only new ones. */
export function createRateBook(db: Database) {
  let last = 0;
  return createFreshCopy<RateBook>(
    EMPTY_BOOK,
    async (book) => {
      const added = await db.read((handle) => listRatesAfter(handle, last));
      last = added.at(-1)?.rateId ?? last;
      return added.length === 0 ? book : addRates(book, added);
    },
    MAX_AGE_MS,
  );
}
