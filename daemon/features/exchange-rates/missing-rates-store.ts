import { desc, gt } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface MissingRate {
  currency: string;
  /** The day of the refused payment. */
  day: string;
  refused_at: number;
}

/** Stores the newest refusal for a currency. */
export async function upsertMissingRate({ db, t: { missing_rates: m } }: Handle, missing: MissingRate) {
  const { day, refused_at } = missing;
  await db.insert(m).values(missing).onConflictDoUpdate({ target: m.currency, set: { day, refused_at } });
}

/** Lists the currencies whose payments were refused after an instant, newest refusal first. */
export const listMissingRates = ({ db, t: { missing_rates: m } }: Handle, after: number): Promise<MissingRate[]> =>
  db.select().from(m).where(gt(m.refused_at, after)).orderBy(desc(m.refused_at));
