import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import {
  getOrganisationForUpdate,
  hasRates,
  type Organisation,
  updateOrganisation,
} from '../settings/settings-store.ts';
import { faultOfRate, lastRateDay, type RateFields } from './rate-rules.ts';
import { insertRates, type NewRate } from './rates-store.ts';

/**
 * Adds one rate.
 * @returns its ID
 */
export const addRate = (db: Database, staffId: number, fields: RateFields, now: number): Promise<number> =>
  db.write(async (handle) => {
    const organisation = await getOrganisationForUpdate(handle);
    const fault = faultOfRate(fields, organisation, lastRateDay(organisation.time_zone, now));
    if (fault)
      throw new AppError({
        code: 'invalid_request',
        errors: [fieldFault('', [fault.field], fault.code, fault.parameters)],
      });
    const rate = { ...fields, source: 'staff', created_by: staffId, created_at: now } as const;
    const [id] = await storeRates(handle, organisation, [rate], now);
    if (id === undefined) throw new Error('The insert of an exchange rate returned no row');
    const entry = { staffId, action: 'exchange_rate.create', entity: 'exchange_rate', entityId: id };
    await recordAudit(handle, { ...entry, before: null, after: { ...fields } }, now);
    return id;
  });

/**
 * Stores rates. The caller must have locked the settings, so that rates are committed in ID order. The first rate turns
 * on `require_currency`, because a payment without a currency is then ambiguous.
 */
export async function storeRates(handle: Handle, organisation: Organisation, rates: readonly NewRate[], now: number) {
  const isFirst = !(await hasRates(handle));
  const rows = await insertRates(handle, rates);
  if (isFirst && !organisation.require_currency)
    await updateOrganisation(handle, { require_currency: true, updated_at: now });
  return rows.map(({ rate_id }) => rate_id);
}
