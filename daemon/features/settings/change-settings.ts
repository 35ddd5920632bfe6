import { currencyDigits } from '../../contract/currencies.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { EmailLanguage } from '../../contract/words.ts';
import type { Database } from '../../db/database.ts';
import { ORGANISATION_ID } from '../../db/seed.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { formatAmount, type Minor, parseAmount } from '../../lib/money.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { parseOrigins } from './frame-origins.ts';
import {
  getOrganisation,
  getOrganisationForUpdate,
  isCurrencyFrozen,
  type Organisation,
  updateOrganisation,
} from './settings-store.ts';
import { type CommissionTier, findOrMakeTerms, parseTiers, tiersContent } from './terms-store.ts';

export interface SettingsFields extends VersionRead {
  name?: string | undefined;
  currency?: string | undefined;
  currency_digits?: number | undefined;
  time_zone?: string | undefined;
  commission_tiers?: CommissionTier[] | undefined;
  creator_code_moderation?: 'custom' | 'all' | 'none' | undefined;
  totp_required?: boolean | undefined;
  provider_only?: boolean | undefined;
  two_person_payouts?: boolean | undefined;
  /** A decimal amount. */
  minimum_payout?: string | undefined;
  hold_days?: number | undefined;
  daily_result_hour?: number | undefined;
  payout_email?: string | null | undefined;
  email_language?: EmailLanguage | undefined;
  require_currency?: boolean | undefined;
  rate_max_age_days?: number | undefined;
  event_days?: number | undefined;
  creator_frame_origins?: string[] | undefined;
}

export interface Settings {
  organisation: Organisation;
  currencyFrozen: boolean;
}

export const getSettings = (db: Database): Promise<Settings> =>
  db.read(async (handle) => ({
    organisation: await getOrganisation(handle),
    currencyFrozen: await isCurrencyFrozen(handle),
  }));

/**
 * Changes the settings. Their row is locked before the check for payments; requests with payments lock it too, so that
 * none can arrive in between.
 */
export async function changeSettings(
  db: Database,
  staffId: number,
  fields: SettingsFields,
  now: number,
): Promise<Settings> {
  return db.write(async (handle) => {
    const before = await getOrganisationForUpdate(handle);
    refuseStale(before, fields);
    const currencyFrozen = await isCurrencyFrozen(handle);
    const money = moneyOf(before, fields);
    const moneyChanges = money.currency !== before.currency || money.currency_digits !== before.currency_digits;
    if (moneyChanges && currencyFrozen) throw new AppError('currency_frozen');
    const { commission_tiers: tiers, creator_frame_origins: origins, version: _, ...plain } = fields;
    const set = changedFields(before, {
      ...plain,
      ...money,
      creator_frame_origins: origins && JSON.stringify([...new Set(origins)]),
      minimum_payout: minimumOf(before, fields, money.currency_digits),
      terms_id: tiers && (await findOrMakeTerms(handle, 'tiers', tiersContent(tiers), now)),
    });
    if (!set) return { organisation: before, currencyFrozen };
    await updateOrganisation(handle, { ...set, updated_at: now });
    const organisation = await getOrganisation(handle);
    const changes = changesBetween(auditView(before), auditView(organisation));
    if (changes) {
      const entry = { staffId, action: 'settings.change', entity: 'settings', entityId: ORGANISATION_ID, ...changes };
      await recordAudit(handle, entry, now);
    }
    return { organisation, currencyFrozen };
  });
}

/**
 * Returns the currency and its number of decimal places. A new currency also sets that number, unless the request
 * contains it.
 */
function moneyOf(before: Organisation, { currency = before.currency, currency_digits }: SettingsFields) {
  const digits = currency === before.currency ? before.currency_digits : currencyDigits(currency);
  // The contract accepts only ISO 4217 currencies. If another one is stored anyway, its number of decimal places must
  // not be guessed.
  if (digits === undefined) throw new Error(`${currency} is not an ISO 4217 currency`);
  return { currency, currency_digits: currency_digits ?? digits };
}

/** Returns the minimum payout in minor units. If the number of decimal places changes, the amount stays the same. */
function minimumOf(before: Organisation, { minimum_payout }: SettingsFields, digits: number): Minor {
  const text = minimum_payout ?? formatAmount(before.minimum_payout, before.currency_digits);
  const minimum = parseAmount(text, digits);
  if (typeof minimum === 'bigint') return minimum;
  const fault = fieldFault('', ['minimum_payout'], 'too_many_decimals', { limit: digits });
  throw new AppError({ code: 'invalid_request', errors: [fault] });
}

const auditView = (row: Organisation) => ({
  name: row.name,
  currency: row.currency,
  currency_digits: row.currency_digits,
  time_zone: row.time_zone,
  commission_tiers: parseTiers(row.tiers),
  creator_code_moderation: row.creator_code_moderation,
  totp_required: row.totp_required,
  provider_only: row.provider_only,
  two_person_payouts: row.two_person_payouts,
  minimum_payout: formatAmount(row.minimum_payout, row.currency_digits),
  hold_days: row.hold_days,
  daily_result_hour: row.daily_result_hour,
  payout_email: row.payout_email,
  email_language: row.email_language,
  require_currency: row.require_currency,
  rate_max_age_days: row.rate_max_age_days,
  event_days: row.event_days,
  creator_frame_origins: parseOrigins(row.creator_frame_origins),
});
