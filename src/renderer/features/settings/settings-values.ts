import type { Settings } from '../../client/settings.ts';
import type { TierRow } from '../../client/tiers.ts';

/** The settings that have a field on this screen. */
export type SettingsFields = Pick<
  Settings,
  | 'name'
  | 'time_zone'
  | 'currency'
  | 'currency_digits'
  | 'commission_tiers'
  | 'creator_code_moderation'
  | 'totp_required'
  | 'provider_only'
  | 'two_person_payouts'
  | 'hold_days'
  | 'daily_result_hour'
  | 'payout_email'
  | 'email_language'
  | 'require_currency'
  | 'rate_max_age_days'
  | 'creator_frame_origins'
> & {
  /** A decimal amount in the format of the API. */
  minimum_payout: string;
};

/** The fields of the form as typed. */
export interface SettingsValues
  extends Omit<
    SettingsFields,
    | 'currency_digits'
    | 'commission_tiers'
    | 'hold_days'
    | 'daily_result_hour'
    | 'payout_email'
    | 'rate_max_age_days'
    | 'creator_frame_origins'
  > {
  currency_digits: string;
  commission_tiers: TierRow[];
  hold_days: string;
  daily_result_hour: string;
  payout_email: string;
  rate_max_age_days: string;
  /** One per line. */
  creator_frame_origins: string;
}
