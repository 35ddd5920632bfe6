import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../client/ask.ts';
import type { Settings } from '../../client/settings.ts';
import { tierFaults, toTiers } from '../../client/tiers.ts';
import { wholeNumberOf } from '../../client/whole-number.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { findWrongOrigin, originsOf } from '../../lib/origins.ts';
import { settings as t } from '../../texts/settings.ts';
import { PayoutFields } from './payout-fields.tsx';
import { CreatorPageFields, MoneyFields, OrganisationFields, RateFields, RuleFields } from './settings-fields.tsx';
import type { SettingsFields, SettingsValues } from './settings-values.ts';

const MAX_DIGITS = 6;
const MAX_HOLD_DAYS = 365;
const LAST_HOUR = 23;
const MAX_RATE_AGE_DAYS = 3660;

function wholeNumberFault(text: string, min: number, max: number): string | null {
  const value = wholeNumberOf(text);
  return value !== null && value >= min && value <= max ? null : t.wholeNumber(min, max);
}

const originFault = (text: string): string | null => {
  const wrong = findWrongOrigin(text);
  return wrong === undefined ? null : t.creatorPage.originWrong(wrong);
};

const valuesOf = (settings: Settings): SettingsValues => ({
  name: settings.name,
  time_zone: settings.time_zone,
  currency: settings.currency,
  currency_digits: String(settings.currency_digits),
  commission_tiers: settings.commission_tiers,
  creator_code_moderation: settings.creator_code_moderation,
  totp_required: settings.totp_required,
  provider_only: settings.provider_only,
  two_person_payouts: settings.two_person_payouts,
  minimum_payout: settings.minimum_payout.amount,
  hold_days: String(settings.hold_days),
  daily_result_hour: String(settings.daily_result_hour),
  payout_email: settings.payout_email ?? '',
  email_language: settings.email_language,
  require_currency: settings.require_currency,
  rate_max_age_days: String(settings.rate_max_age_days),
  creator_frame_origins: settings.creator_frame_origins.join('\n'),
});

/** Removes trailing zeros, because another currency may have fewer decimal places. */
const plainAmount = (text: string) =>
  (text.trim() || '0').replace(/\.(\d*?)0*$/, (_, rest) => (rest ? `.${rest}` : ''));

const toFields = (values: SettingsValues): SettingsFields => ({
  ...values,
  name: values.name.trim(),
  currency_digits: wholeNumberOf(values.currency_digits) ?? 0,
  commission_tiers: toTiers(values.commission_tiers),
  minimum_payout: plainAmount(values.minimum_payout),
  hold_days: wholeNumberOf(values.hold_days) ?? 0,
  daily_result_hour: wholeNumberOf(values.daily_result_hour) ?? 0,
  payout_email: values.payout_email.trim() || null,
  rate_max_age_days: wholeNumberOf(values.rate_max_age_days) ?? 0,
  creator_frame_origins: originsOf(values.creator_frame_origins),
});

export const settingsFieldsOf = (settings: Settings): SettingsFields => toFields(valuesOf(settings));

interface SettingsFormProps {
  settings: Settings;
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: SettingsFields) => void;
  onUndo: () => void;
}

export function SettingsForm({ settings, error, isBusy, onSubmit, onUndo }: SettingsFormProps) {
  const form = useForm<SettingsValues>({
    initialValues: valuesOf(settings),
    validate: {
      currency_digits: (value) => wholeNumberFault(value, 0, MAX_DIGITS),
      hold_days: (value) => wholeNumberFault(value, 0, MAX_HOLD_DAYS),
      daily_result_hour: (value) => wholeNumberFault(value, 0, LAST_HOUR),
      rate_max_age_days: (value) => wholeNumberFault(value, 1, MAX_RATE_AGE_DAYS),
      minimum_payout: (value) => (value.startsWith('-') ? t.payouts.minimumNegative : null),
      payout_email: (value) =>
        value.trim() === '' || /^\S+@\S+\.\S+$/.test(value.trim()) ? null : t.payouts.emailWrong,
      creator_frame_origins: originFault,
      commission_tiers: (value) => (tierFaults(value).length > 0 ? 'tiers' : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const props = (name: keyof SettingsValues) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  const isDirty = JSON.stringify(toFields(form.values)) !== JSON.stringify(settingsFieldsOf(settings));
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(toFields(values)), focusFault)} noValidate>
      <LeaveGuard isDirty={isDirty} />
      <Stack gap="lg" maw={680}>
        <OrganisationFields props={props} />
        <MoneyFields form={form} props={props} isFrozen={settings.currency_frozen} />
        <RuleFields form={form} props={props} />
        <RateFields form={form} props={props} />
        <PayoutFields form={form} props={props} />
        <CreatorPageFields props={props} />
        <FormProblem error={error} />
        <Group gap="xs">
          <Button type="submit" disabled={!isDirty} loading={isBusy}>
            {t.save}
          </Button>
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={onUndo}>
              {t.undo}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
