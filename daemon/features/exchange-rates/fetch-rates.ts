import { wordsOf } from '../../contract/field-faults.ts';
import type { Database, Handle } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { getOrganisation, getOrganisationForUpdate } from '../settings/settings-store.ts';
import { storeRates } from './add-rates.ts';
import { crossRates } from './cross-rate-rules.ts';
import { downloadRates, type RatesSource } from './download-rates.ts';
import type { EcbDay } from './ecb-file-rules.ts';
import { faultOfRate, lastRateDay, type RateFields } from './rate-rules.ts';
import { listRatesFrom } from './rates-store.ts';

/**
 * Adds the missing rates from the file, day by day. The whole file is checked before the first day is stored, and the
 * same file can be fetched again.
 */
export async function fetchRates(db: Database, source: RatesSource, now: number, signal: AbortSignal): Promise<void> {
  const days = await downloadRates(source, signal);
  const organisation = await db.read(getOrganisation);
  const lastDay = lastRateDay(organisation.time_zone, now);
  for (const rate of days.flatMap((day) => crossRates(day, organisation.currency))) {
    const fault = faultOfRate(rate, organisation, lastDay);
    if (fault) throw new Error(`${rate[fault.field]} in the file ${wordsOf(fault.code, fault.parameters)}`);
  }
  for (const day of days) {
    signal.throwIfAborted();
    const missing = await db.read((handle) => listMissing(handle, crossRates(day, organisation.currency)));
    if (missing.length > 0) await db.write((handle) => storeMissing(handle, day, now));
  }
}

/**
 * Returns the rates whose currency and day have no stored rate yet. Rates that staff added or corrected are therefore
 * kept.
 */
async function listMissing(handle: Handle, rates: readonly RateFields[]): Promise<RateFields[]> {
  const currencies = rates.map(({ currency }) => currency);
  const days = rates.map(({ valid_from }) => valid_from);
  const stored = new Set((await listRatesFrom(handle, { currencies, days })).map(({ currency }) => currency));
  return rates.filter(({ currency }) => !stored.has(currency));
}

async function storeMissing(handle: Handle, day: EcbDay, now: number): Promise<void> {
  // Until a rate is stored, the organisation's currency can change between the check and this transaction.
  const organisation = await getOrganisationForUpdate(handle);
  const missing = await listMissing(handle, crossRates(day, organisation.currency));
  if (missing.length === 0) return;
  const rows = missing.map((rate) => ({ ...rate, source: 'job', created_by: null, created_at: now }) as const);
  await storeRates(handle, organisation, rows, now);
  const entry = { staffId: null, action: 'exchange_rate.import', entity: 'exchange_rate', entityId: 'fetch-rates' };
  await recordAudit(handle, { ...entry, before: null, after: { valid_from: day.day, rates: rows.length } }, now);
}
