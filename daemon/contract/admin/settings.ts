import { z } from 'zod';
import { currencyDigits } from '../currencies.ts';
import { define } from '../endpoint.ts';
import { FIELD_FAULTS } from '../field-faults.ts';
import { commissionTiers, email, moneyOut, webOrigin } from '../fields.ts';
import { changeBody, versionOut } from '../versions.ts';
import { EMAIL_LANGUAGES, MODERATIONS } from '../words.ts';
import { everyRole, staffOnly } from './access.ts';

const settingsOut = z.object({
  name: z.string(),
  currency: z.string(),
  currency_digits: z.number(),
  currency_frozen: z.boolean(),
  time_zone: z.string(),
  commission_tiers: commissionTiers,
  creator_code_moderation: z.enum(MODERATIONS),
  totp_required: z.boolean(),
  /** Whether only owners may sign in with a password, and all others need a company account. */
  provider_only: z.boolean(),
  /** Whether a second person must approve a payout run. */
  two_person_payouts: z.boolean(),
  /** Smaller amounts are carried to the next run. */
  minimum_payout: moneyOut,
  /** Commission on revenue younger than this number of days is carried to the next run. */
  hold_days: z.number(),
  /** The hour of the day, in the organisation's time zone, at which creators receive their results. */
  daily_result_hour: z.number(),
  /** The address that receives messages about payouts. */
  payout_email: z.string().nullable(),
  /** The language of emails to creators and the organisation. */
  email_language: z.enum(EMAIL_LANGUAGES),
  /** Whether payments without a currency are refused. The first exchange rate turns it on. */
  require_currency: z.boolean(),
  /** Currencies whose current rate is older than this number of days appear in the to-do list. */
  rate_max_age_days: z.number(),
  /** How many days SDK events are kept; 0 means that they are kept forever. */
  event_days: z.number(),
  /** The origins whose pages may show the creator page in a frame. */
  creator_frame_origins: z.array(z.string()),
  version: versionOut,
});

const currency = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine((code) => currencyDigits(code) !== undefined, FIELD_FAULTS.not_a_currency);

const frameOrigin = webOrigin.transform((text) => new URL(text).origin);

const timeZone = z.string().max(64).refine(isTimeZone, FIELD_FAULTS.not_a_time_zone);
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const settingsEndpoints = {
  getSettings: define({
    method: 'GET',
    path: '/v1/admin/settings',
    summary: 'Get the organisation’s settings',
    access: staffOnly(),
    answer: { status: 200, schema: settingsOut },
    refusals: [],
  }),
  getOrganisation: define({
    method: 'GET',
    path: '/v1/admin/organisation',
    summary: 'Get the organisation’s name, time zone and currency, which all screens need',
    access: everyRole,
    answer: { status: 200, schema: settingsOut.pick({ name: true, time_zone: true, currency: true }) },
    refusals: [],
  }),
  changeSettings: define({
    method: 'PATCH',
    path: '/v1/admin/settings',
    summary: 'Change settings; currency and currency_digits cannot change after the first payment or exchange rate',
    access: staffOnly(),
    body: changeBody({
      name: z.string().max(200),
      currency,
      currency_digits: z.number().int().min(0).max(6),
      time_zone: timeZone,
      commission_tiers: commissionTiers,
      creator_code_moderation: z.enum(MODERATIONS),
      /** Whether owners and finance must have a second factor. Until they have one, they can only set one up. */
      totp_required: z.boolean(),
      provider_only: z.boolean(),
      two_person_payouts: z.boolean(),
      /** A decimal amount in the organisation's currency. */
      minimum_payout: z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, FIELD_FAULTS.not_an_amount),
      hold_days: z.number().int().min(0).max(365),
      daily_result_hour: z.number().int().min(0).max(23),
      payout_email: email.nullable(),
      email_language: z.enum(EMAIL_LANGUAGES),
      require_currency: z.boolean(),
      rate_max_age_days: z.number().int().min(1).max(3660),
      event_days: z.number().int().min(0).max(36_500),
      creator_frame_origins: z.array(frameOrigin).max(50),
    }),
    answer: { status: 200, schema: settingsOut },
    current: settingsOut,
    refusals: ['currency_frozen'],
  }),
};
