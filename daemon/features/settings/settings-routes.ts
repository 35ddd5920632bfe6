import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import { AppError, type Problem } from '../../contract/refusals.ts';
import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { formatAmount } from '../../lib/money.ts';
import { changeSettings, getSettings, type Settings } from './change-settings.ts';
import { parseOrigins } from './frame-origins.ts';
import { getOrganisation } from './settings-store.ts';
import { parseTiers } from './terms-store.ts';

type Names = 'getSettings' | 'getOrganisation' | 'changeSettings';

export interface SettingsRouteParts {
  db: Database;
  /** The provider of company accounts; null if there is none. */
  provider: object | null;
}

export const settingsRoutes = ({ db, provider }: SettingsRouteParts): Pick<Routes, Names> => ({
  getSettings: () => read(db),
  getOrganisation: async () => {
    const { name, time_zone, currency } = await db.read(getOrganisation);
    return { name, time_zone, currency };
  },
  changeSettings: async ({ body, principal, now }) => {
    if (body.provider_only && !provider) throw new AppError(NO_PROVIDER);
    return settingsOut(await withCurrent(changeSettings(db, principal.staffId, body, now), () => read(db)));
  },
});

/** If `provider_only` were on without a provider, only owners could sign in. */
const NO_PROVIDER: Problem = {
  code: 'invalid_request',
  errors: [fieldFault('', ['provider_only'], 'no_provider')],
};

const read = async (db: Database) => settingsOut(await getSettings(db));

const settingsOut = ({ organisation, currencyFrozen }: Settings): AnswerOf<Endpoints['getSettings']> => ({
  name: organisation.name,
  currency: organisation.currency,
  currency_digits: organisation.currency_digits,
  currency_frozen: currencyFrozen,
  time_zone: organisation.time_zone,
  commission_tiers: parseTiers(organisation.tiers),
  creator_code_moderation: organisation.creator_code_moderation,
  totp_required: organisation.totp_required,
  provider_only: organisation.provider_only,
  two_person_payouts: organisation.two_person_payouts,
  minimum_payout: {
    amount: formatAmount(organisation.minimum_payout, organisation.currency_digits),
    currency: organisation.currency,
  },
  hold_days: organisation.hold_days,
  daily_result_hour: organisation.daily_result_hour,
  payout_email: organisation.payout_email,
  email_language: organisation.email_language,
  require_currency: organisation.require_currency,
  rate_max_age_days: organisation.rate_max_age_days,
  event_days: organisation.event_days,
  creator_frame_origins: parseOrigins(organisation.creator_frame_origins),
  version: organisation.version,
});
