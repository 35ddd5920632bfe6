import type { FieldFaultCode } from '../../contract/field-faults.ts';
import { dateOf, startOfDay } from '../../lib/days.ts';

export interface RateFields {
  currency: string;
  valid_from: string;
  rate: string;
}

export interface RateFault {
  field: keyof RateFields;
  code: FieldFaultCode;
  parameters?: { limit: number };
}

/** A company may set its rates for the next month in advance. A day further ahead is probably a typing error. */
const MOST_DAYS_AHEAD = 31;

/** Returns the last day for which a rate can be added now. */
export const lastRateDay = (timeZone: string, now: number) =>
  dateOf(startOfDay(now, timeZone, MOST_DAYS_AHEAD), timeZone);

/** Returns why this organisation cannot add a rate; null if it can. */
export function faultOfRate(
  { currency, valid_from }: RateFields,
  organisation: { currency: string },
  lastDay: string,
): RateFault | null {
  if (currency === organisation.currency) return { field: 'currency', code: 'own_currency' };
  if (valid_from > lastDay)
    return { field: 'valid_from', code: 'too_far_ahead', parameters: { limit: MOST_DAYS_AHEAD } };
  return null;
}
