import type { ToDo } from '../../contract/admin/dashboard.ts';
import type { Handle } from '../../db/database.ts';
import { findRate, type RateBook } from '../../domain/exchange-rates.ts';
import { DAY_MS, isoInstant } from '../../lib/clock.ts';
import { dateOf } from '../../lib/days.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { listWaiting } from './corrections-store.ts';
import { listMissingRates } from './missing-rates-store.ts';

type RatesToDo = Pick<ToDo, 'missing_rates' | 'old_rates' | 'rate_corrections'>;

/** A short list is easy to read. The exchange rates screen shows the rest. */
const MOST = 5;
const REFUSED_WITHIN_MS = 7 * DAY_MS;

/** Lists finance's tasks for exchange rates: add missing ones, renew old ones, decide on corrections. */
export async function readRatesToDo(handle: Handle, book: RateBook, now: number): Promise<RatesToDo> {
  const { time_zone, rate_max_age_days } = await getOrganisation(handle);
  const today = dateOf(now, time_zone);
  const oldest = dateOf(now - rate_max_age_days * DAY_MS, time_zone);
  const missing = await listMissingRates(handle, now - REFUSED_WITHIN_MS);
  const newest = [...book.keys()].flatMap((currency) => findRate(book, currency, today) ?? []);
  const old = newest.filter(({ validFrom }) => validFrom < oldest);
  return {
    missing_rates: missing
      .filter(({ currency, day }) => findRate(book, currency, day) === null)
      .slice(0, MOST)
      .map(({ refused_at, ...rate }) => ({ ...rate, refused_at: isoInstant(refused_at) })),
    old_rates: old
      .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
      .slice(0, MOST)
      .map(({ currency, validFrom }) => ({ currency, valid_from: validFrom })),
    rate_corrections: (await listWaiting(handle, MOST)).map(({ requested_at, ...correction }) => ({
      ...correction,
      requested_at: isoInstant(requested_at),
    })),
  };
}
