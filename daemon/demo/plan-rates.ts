import type { Database } from '../db/database.ts';
import type { RateBook } from '../domain/exchange-rates.ts';
import { importRates } from '../features/exchange-rates/import-rates.ts';
import { createRateBook } from '../features/exchange-rates/rate-book.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import { dateOf } from '../lib/days.ts';
import type { FreshCopy } from '../lib/fresh-copy.ts';
import type { Agenda } from './agenda.ts';
import type { World } from './build-world.ts';
import { instantOf, ZONE } from './catalogue.ts';
import type { Chance } from './chance.ts';

/** Euros for one unit of each currency, at the beginning of the year. */
const FIRST_RATES = { USD: 0.92, GBP: 1.17, JPY: 0.0061 };
const SIGNIFICANT_DIGITS = 5;
/** When finance starts work, in UTC. */
const OPENING_MS = 8 * HOUR_MS;
/** The largest change in a rate per week. */
const DRIFT = 0.01;

/** Plans an import of exchange rates for each week. @returns the rates imported so far */
export function planRates(
  db: Database,
  agenda: Agenda,
  { people }: Pick<World, 'people'>,
  now: number,
  chance: Chance,
): Pick<FreshCopy<RateBook>, 'fresh'> {
  const rates = new Map(Object.entries(FIRST_RATES));
  const book = createRateBook(db);
  for (let at = instantOf(now, -367) + OPENING_MS; at < now; at += 7 * DAY_MS)
    agenda.plan(at, async () => {
      const rows = ['currency,valid_from,rate'];
      for (const [currency, before] of rates) {
        const rate = before * (1 + DRIFT * (2 * chance.next() - 1));
        rates.set(currency, rate);
        rows.push(`${currency},${dateOf(at, ZONE)},${rate.toPrecision(SIGNIFICANT_DIGITS)}`);
      }
      const importing = { staffId: people.finance, source: 'import', onlyValid: false, now: at } as const;
      await importRates(db, rows.join('\n'), importing);
      book.invalidate();
    });
  return book;
}
