import type { Database } from '../../db/database.ts';
import { type MissingRate, upsertMissingRate } from './missing-rates-store.ts';

/** If a game repeats a refused payment, the refusal must not be written each time. */
const REPEAT_AFTER_MS = 60_000;

export type NoteMissingRate = (missing: MissingRate) => Promise<void>;

/** Creates a function that records, for the dashboard, that a payment was refused because its currency has no rate. */
export function createNoteMissingRate(db: Database): NoteMissingRate {
  const noted = new Map<string, MissingRate>();
  return async (missing) => {
    const last = noted.get(missing.currency);
    if (last?.day === missing.day && missing.refused_at - last.refused_at < REPEAT_AFTER_MS) return;
    noted.set(missing.currency, missing);
    await db.write((handle) => upsertMissingRate(handle, missing));
  };
}
