import type { Handle } from '../../db/database.ts';

/** Returns the organisation's currency and its digits. */
export async function getCurrency({ db, t }: Handle): Promise<{ currency: string; digits: number }> {
  const rows = await db
    .select({ currency: t.organisation.currency, digits: t.organisation.currency_digits })
    .from(t.organisation);
  const row = rows[0];
  if (!row) throw new Error('the organisation row is missing');
  return row;
}
