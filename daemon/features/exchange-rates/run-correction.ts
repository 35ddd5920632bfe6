import type { Database, Handle } from '../../db/database.ts';
import { addFigures } from '../../db/query/add-figures.ts';
import { holdPayments } from '../../db/query/locking.ts';
import { accruedAt } from '../../domain/payments/accrued-amount.ts';
import { WHOLE_ORGANISATION } from '../../domain/series.ts';
import type { Minor } from '../../lib/money.ts';
import { stepAndRest } from '../../lib/pace.ts';
import { getCurrency } from '../settings/currency-store.ts';
import { insertAccruals, listSettlementNumbers } from './accruals-store.ts';
import { type ConvertedPayment, listConverted } from './converted-payments-store.ts';
import { type CorrectionRow, getCorrectionForUpdate, updateCorrection } from './corrections-store.ts';
import { listCorrectedRates } from './rates-store.ts';

/** Steps are small, because payments wait during a step. */
const STEP = 100;

export interface CorrectionWork {
  now: number;
  signal?: AbortSignal | undefined;
}

/**
 * Corrects the accruals of all payments converted at a wrong rate. Each step and its progress are one transaction, so
 * an interrupted correction continues where it stopped.
 */
export async function runCorrection(db: Database, correctionId: number, { now, signal }: CorrectionWork) {
  for (;;) {
    signal?.throwIfAborted();
    const { result: mayBeMore } = await stepAndRest(() => stepCorrection(db, correctionId, now));
    if (!mayBeMore) return;
  }
}

/** @returns whether there may be more payments */
export const stepCorrection = (db: Database, correctionId: number, now: number): Promise<boolean> =>
  db.write(async (handle) => {
    const correction = await getCorrectionForUpdate(handle, correctionId);
    const { status, rate_id, rate, new_rate_id, last_payment_id: after } = correction;
    if (status !== 'running' || new_rate_id === null) return false;
    await holdPayments(handle);
    const rateIds = await listCorrectedRates(handle, rate_id);
    const { payments, last } = await listConverted(handle, { after, rateIds, limit: STEP });
    if (last === null) {
      await updateCorrection(handle, correctionId, { status: 'done', finished_at: now });
      return false;
    }
    const { digits } = await getCurrency(handle);
    const changes = payments
      .map((payment) => ({ ...payment, corrected: accruedAt(rate, payment, digits) }))
      .filter(({ accrued, corrected }) => accrued !== 0n || corrected !== 0n);
    await append(handle, changes, new_rate_id, now);
    await updateCorrection(handle, correctionId, progressOf(correction, changes, last));
    return true;
  });

interface Change extends ConvertedPayment {
  corrected: Minor;
}

function progressOf({ payments, difference }: CorrectionRow, changes: readonly Change[], last: number) {
  const changed = changes.filter(({ accrued, corrected }) => accrued !== corrected);
  return {
    last_payment_id: last,
    payments: payments + changed.length,
    difference: changed.reduce((sum, { accrued, corrected }) => sum + corrected - accrued, difference),
  };
}

/** Adds a reversal and a new accrual for each payment, with the terms of the old accrual, and updates the figures. */
async function append(handle: Handle, changes: readonly Change[], rateId: number, now: number) {
  const campaigns = [...new Set(changes.map(({ accrual }) => accrual.campaign_id))];
  const numbers = await listSettlementNumbers(handle, campaigns);
  const rows = changes.flatMap(({ accrual, accrued, corrected }) => {
    const { accrual_id, ...terms } = accrual;
    const settlement_no = numbers.get(accrual.campaign_id) ?? accrual.settlement_no;
    const same = { ...terms, settlement_no, rate_id: rateId, received_at: now };
    const reversal = { ...same, reverses_accrual_id: accrual_id, amount: -accrued };
    const again = { ...same, reverses_accrual_id: null, amount: corrected };
    return [...(accrued === 0n ? [] : [reversal]), ...(corrected === 0n ? [] : [again])];
  });
  await insertAccruals(handle, rows);
  const figures = changes.flatMap(({ accrual, gameId, accrued, corrected }) => {
    const { code_id: codeId, terms_id: termsId, campaign_id: campaignId } = accrual;
    return { codeId, termsId, campaignId, gameId, change: corrected - accrued };
  });
  const codes = summed(figures, ({ codeId, termsId, gameId }) => ({ codeId, termsId, gameId }));
  const series = [
    ...summed(figures, ({ campaignId, gameId }) => ({ campaignId, gameId })),
    ...summed(figures, ({ gameId }) => ({ campaignId: WHOLE_ORGANISATION, gameId })),
  ];
  await addFigures(
    handle,
    {
      codes: codes.map(({ change, ...key }) => ({ ...key, revenue: change })),
      campaigns: series.map(({ change, ...key }) => ({ ...key, creatorRevenue: change })),
    },
    now,
  );
}

/** Sums the changes with the same key, and leaves out sums of zero. */
function summed<T extends { change: Minor }, K extends object>(rows: readonly T[], keyOf: (row: T) => K) {
  const sums = new Map<string, K & { change: Minor }>();
  for (const row of rows) {
    const key = keyOf(row);
    const name = JSON.stringify(key);
    sums.set(name, { ...key, change: (sums.get(name)?.change ?? 0n) + row.change });
  }
  return [...sums.values()].filter(({ change }) => change !== 0n);
}
