import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { holdPayments } from '../../db/query/locking.ts';
import { accruedAt } from '../../domain/payments/accrued-amount.ts';
import { formatAmount } from '../../lib/money.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { getCurrency } from '../settings/currency-store.ts';
import { getOrganisationForUpdate, type Organisation } from '../settings/settings-store.ts';
import { storeRates } from './add-rates.ts';
import { listConverted } from './converted-payments-store.ts';
import {
  type CorrectionRow,
  findCorrection,
  findCorrectionForUpdate,
  insertCorrection,
  listRunning,
  updateCorrection,
} from './corrections-store.ts';
import { findRateRow, listCorrectedRates } from './rates-store.ts';

export interface CorrectionRequest {
  rateId: number;
  rate: string;
  reason: string;
}

interface By {
  staffId: number;
  now: number;
}

/** Corrects a wrong rate, or requests the correction if payout runs need approval by a second person. */
export const correctRate = (db: Database, request: CorrectionRequest, by: By): Promise<void> =>
  db.write(async (handle) => {
    const organisation = await getOrganisationForUpdate(handle);
    await refuseCorrection(handle, request);
    const correctionId = await insertCorrection(handle, {
      ...{ rate_id: request.rateId, rate: request.rate, reason: request.reason, status: 'waiting' },
      ...{ requested_by: by.staffId, requested_at: by.now, difference: 0n },
    });
    await audit(handle, 'correct', request, by);
    if (!organisation.two_person_payouts) await apply(handle, organisation, { correctionId, ...request }, by);
  });

export const approveCorrection = (db: Database, rateId: number, by: By): Promise<void> =>
  db.write(async (handle) => {
    const organisation = await getOrganisationForUpdate(handle);
    const correction = await getWaiting(handle, rateId);
    if (organisation.two_person_payouts && correction.requested_by === by.staffId)
      throw new AppError('second_person_needed');
    const request = { rateId, rate: correction.rate, reason: correction.reason };
    await audit(handle, 'approve', request, by);
    await apply(handle, organisation, { correctionId: correction.correction_id, ...request }, by);
  });

export const rejectCorrection = (db: Database, rateId: number, by: By): Promise<void> =>
  db.write(async (handle) => {
    const { correction_id, rate, reason } = await getWaiting(handle, rateId);
    await updateCorrection(handle, correction_id, { status: 'rejected', decided_by: by.staffId, decided_at: by.now });
    await audit(handle, 'reject', { rateId, rate, reason }, by);
  });

async function getWaiting(handle: Handle, rateId: number): Promise<CorrectionRow> {
  const correction = await findCorrectionForUpdate(handle, rateId);
  if (!correction) throw new AppError('not_found');
  if (correction.status !== 'waiting') throw new AppError('invalid_status_move');
  return correction;
}

/** Adds the correct rate. After this transaction, no request batch with payments uses the wrong rate. */
async function apply(
  handle: Handle,
  organisation: Organisation,
  { correctionId, rateId, rate, reason }: CorrectionRequest & { correctionId: number },
  { staffId, now }: By,
) {
  await holdPayments(handle);
  const wrong = await getRateRow(handle, rateId);
  const { currency, valid_from } = wrong;
  const [newRateId] = await storeRates(
    handle,
    organisation,
    [
      {
        ...{ currency, valid_from, rate, source: 'correction' },
        ...{ corrects_rate_id: rateId, reason, created_by: staffId, created_at: now },
      },
    ],
    now,
  );
  const change = { status: 'running', decided_by: staffId, decided_at: now, new_rate_id: newRateId } as const;
  await updateCorrection(handle, correctionId, change);
}

async function refuseCorrection(handle: Handle, { rateId, rate }: CorrectionRequest) {
  const wrong = await getRateRow(handle, rateId);
  if (await findCorrection(handle, rateId)) throw new AppError('rate_corrected');
  if (wrong.rate === rate)
    throw new AppError({ code: 'invalid_request', errors: [fieldFault('', ['rate'], 'same_rate')] });
  // Two corrections of the same payments would overwrite each other.
  const running = await listRunning(handle);
  if (running.some(({ new_rate_id }) => new_rate_id === rateId))
    throw new AppError({ code: 'invalid_status_move', detail: 'This rate is still being applied to payments.' });
}

async function getRateRow(handle: Handle, rateId: number) {
  const row = await findRateRow(handle, rateId);
  if (!row) throw new AppError('not_found');
  return row;
}

const PREVIEW_STEP = 500;

/** Computes what a correction would change, without storing anything. */
export async function previewCorrection(db: Database, request: CorrectionRequest) {
  const { currency, digits, rateIds } = await db.read(async (handle) => {
    await refuseCorrection(handle, request);
    return { ...(await getCurrency(handle)), rateIds: await listCorrectedRates(handle, request.rateId) };
  });
  const creators = new Set<string>();
  let [payments, difference] = [0, 0n];
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const page = await db.read((handle) => listConverted(handle, { after: from, rateIds, limit: PREVIEW_STEP }));
    for (const payment of page.payments) {
      const change = accruedAt(request.rate, payment, digits) - payment.accrued;
      if (change === 0n) continue;
      payments += 1;
      difference += change;
      creators.add(payment.accrual.creator_id);
    }
    after = page.last;
  }
  return { payments, creators: creators.size, difference: { amount: formatAmount(difference, digits), currency } };
}

function audit(
  handle: Handle,
  action: 'correct' | 'approve' | 'reject',
  { rateId, rate, reason }: CorrectionRequest,
  { staffId, now }: By,
) {
  const names = { correct: 'correct', approve: 'approve_correction', reject: 'reject_correction' };
  const entry = { staffId, action: `exchange_rate.${names[action]}`, entity: 'exchange_rate', entityId: rateId };
  return recordAudit(handle, { ...entry, before: null, after: { rate, reason } }, now);
}
