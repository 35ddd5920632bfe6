import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import type { RateBook } from '../../domain/exchange-rates.ts';
import type { FreshCopy } from '../../lib/fresh-copy.ts';
import { addRate } from './add-rates.ts';
import { approveCorrection, correctRate, previewCorrection, rejectCorrection } from './correct-rate.ts';
import { importRates, previewRates } from './import-rates.ts';
import { getRate, listRates } from './list-rates.ts';

type RateRoutes = Pick<
  Routes,
  | 'listExchangeRates'
  | 'createExchangeRate'
  | 'importExchangeRates'
  | 'correctExchangeRate'
  | 'approveRateCorrection'
  | 'rejectRateCorrection'
>;

interface RateRouteParts {
  db: Database;
  /** The rates in memory, which must be read again after a change. */
  rates: Pick<FreshCopy<RateBook>, 'invalidate'>;
}

export const exchangeRateRoutes = ({ db, rates }: RateRouteParts): RateRoutes => ({
  listExchangeRates: ({ query }) => listRates(db, query),
  createExchangeRate: async ({ body, principal, now }) => {
    const id = await addRate(db, principal.staffId, body, now);
    rates.invalidate();
    return getRate(db, id);
  },
  importExchangeRates: async ({ query, body, principal, now }) => {
    if (query.dry_run) return previewRates(db, body.csv, now);
    const { only_valid: onlyValid = false } = query;
    const imported = await importRates(db, body.csv, { staffId: principal.staffId, source: 'import', onlyValid, now });
    rates.invalidate();
    return imported;
  },
  correctExchangeRate: async ({ params: { rate_id: rateId }, query, body, principal, now }) => {
    if (query.dry_run) return previewCorrection(db, { rateId, ...body });
    await correctRate(db, { rateId, ...body }, { staffId: principal.staffId, now });
    rates.invalidate();
    return getRate(db, rateId);
  },
  approveRateCorrection: async ({ params: { rate_id: rateId }, principal, now }) => {
    await approveCorrection(db, rateId, { staffId: principal.staffId, now });
    rates.invalidate();
    return getRate(db, rateId);
  },
  rejectRateCorrection: async ({ params: { rate_id: rateId }, principal, now }) => {
    await rejectCorrection(db, rateId, { staffId: principal.staffId, now });
    return getRate(db, rateId);
  },
});
