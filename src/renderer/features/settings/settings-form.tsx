import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormProblem } from '../../components/form-problem.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { fieldErrors } from '../../lib/ask.ts';
import { focusFault } from '../../lib/focus-fault.ts';
import type { Settings } from '../../lib/settings.ts';
import { type TierRow, tierFaults, toTiers } from '../../lib/tiers.ts';
import { wholeNumberFault, wholeNumberOf } from '../../lib/whole-number.ts';
import { MoneyFields, OrganisationFields, RuleFields } from './settings-fields.tsx';

/** Those that have a field here; payouts have a screen of their own to come. */
type Shown = Pick<
  Settings,
  | 'name'
  | 'time_zone'
  | 'currency'
  | 'currency_digits'
  | 'commission_tiers'
  | 'creator_code_moderation'
  | 'totp_required'
>;
export type SettingsFields = Partial<Shown>;

/** As they were typed. */
export interface SettingsValues extends Omit<Shown, 'currency_digits' | 'commission_tiers'> {
  currency_digits: string;
  commission_tiers: TierRow[];
}

const MAX_DIGITS = 6;

const valuesOf = (settings: Settings): SettingsValues => ({
  name: settings.name,
  time_zone: settings.time_zone,
  currency: settings.currency,
  currency_digits: String(settings.currency_digits),
  commission_tiers: settings.commission_tiers,
  creator_code_moderation: settings.creator_code_moderation,
  totp_required: settings.totp_required,
});

const toFields = (values: SettingsValues): SettingsFields => ({
  ...values,
  name: values.name.trim(),
  currency_digits: wholeNumberOf(values.currency_digits) ?? 0,
  commission_tiers: toTiers(values.commission_tiers),
});

/** Only what changed: what others have set meanwhile stays. */
const changesOf = (before: SettingsFields, after: SettingsFields): SettingsFields =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof SettingsFields]),
    ),
  );

interface SettingsFormProps {
  settings: Settings;
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: SettingsFields) => void;
}

export function SettingsForm({ settings, error, isBusy, onSubmit }: SettingsFormProps) {
  const form = useForm<SettingsValues>({
    initialValues: valuesOf(settings),
    validate: {
      currency_digits: (value) => wholeNumberFault(value, 0, MAX_DIGITS),
      commission_tiers: (value) => (tierFaults(value).length > 0 ? 'tiers' : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const props = (name: keyof SettingsValues) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  const changes = changesOf(toFields(valuesOf(settings)), toFields(form.values));
  const isDirty = Object.keys(changes).length > 0;
  return (
    <form onSubmit={form.onSubmit(() => onSubmit(changes), focusFault)} noValidate>
      <LeaveGuard isDirty={isDirty} />
      <Stack gap="lg" maw={680}>
        <OrganisationFields props={props} />
        <MoneyFields form={form} props={props} isFrozen={settings.currency_frozen} />
        <RuleFields form={form} props={props} />
        <FormProblem error={error} />
        <Group gap="xs">
          <Button type="submit" disabled={!isDirty} loading={isBusy}>
            Save
          </Button>
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={() => form.setValues(valuesOf(settings))}>
              Undo
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
