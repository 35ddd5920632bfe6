import type { Database } from '../../db/database.ts';
import { accrualFaults, conversionFaults } from './verify-conversions.ts';
import { counterFaults } from './verify-counters.ts';
import { currencyFaults } from './verify-currencies.ts';
import { keyPoolFaults } from './verify-key-pools.ts';
import { paymentFaults } from './verify-payments.ts';
import { payoutFaults } from './verify-payouts.ts';
import { seriesFaults } from './verify-series.ts';
import { type Difference, ledgerFaults, usedOfLimited } from './verify-store.ts';

export type { Difference } from './verify-store.ts';

/**
 * Recomputes all counters from the rows and checks all invariants.
 * @returns all differences; none means that the figures are right
 */
export async function verifyFigures(db: Database): Promise<Difference[]> {
  return db.readSnapshot(async (handle) => [
    ...(await counterFaults(handle)),
    ...(await currencyFaults(handle)),
    ...(await paymentFaults(handle)),
    ...(await conversionFaults(handle)),
    ...(await accrualFaults(handle)),
    ...(await usedOfLimited(handle)),
    ...(await ledgerFaults(handle)),
    ...(await seriesFaults(handle)),
    ...(await payoutFaults(handle)),
    ...(await keyPoolFaults(handle)),
  ]);
}
