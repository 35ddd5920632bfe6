import type { Handle } from '../../db/database.ts';

/** Returns the settings needed to parse payments. */
export async function getPaymentSettings({ db, t: { organisation: o } }: Handle) {
  const [row] = await db
    .select({
      currency: o.currency,
      digits: o.currency_digits,
      requireCurrency: o.require_currency,
      timeZone: o.time_zone,
    })
    .from(o);
  if (!row) throw new Error('The row of the organisation is missing');
  return row;
}

/** Returns the organisation's currency and its number of decimal places. */
export async function getCurrency({ db, t }: Handle): Promise<{ currency: string; digits: number }> {
  const rows = await db
    .select({ currency: t.organisation.currency, digits: t.organisation.currency_digits })
    .from(t.organisation);
  const row = rows[0];
  if (!row) throw new Error('The row of the organisation is missing');
  return row;
}
