import { Input, Radio, Select, SimpleGrid, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { MODERATIONS } from '../../../../daemon/contract/words.ts';
import { currencyOptions, digitsOf } from '../../client/currencies.ts';
import { TierRows } from '../../components/tiers-editor.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { settings as t } from '../../texts/settings.ts';
import type { SettingsValues } from './settings-values.ts';

/** Lists the known time zones, and the current one if it is not one of them. */
const timeZoneOptions = (present: string) => {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  return known.includes(present) ? known : [present, ...known];
};

export type Form = UseFormReturnType<SettingsValues>;
export type Props = (name: keyof SettingsValues) => ReturnType<Form['getInputProps']>;

export function SettingsCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack className="card" p="lg" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

export function OrganisationFields({ props }: { props: Props }) {
  return (
    <SettingsCard title={t.organisation.title}>
      <TextInput label={t.organisation.name} maxLength={200} {...props('name')} />
      <Select<string>
        label={t.organisation.zone}
        description={t.organisation.zoneHelp}
        data={timeZoneOptions(String(props('time_zone').value))}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t.organisation.noZone}
        {...props('time_zone')}
      />
    </SettingsCard>
  );
}

export function MoneyFields({ form, props, isFrozen }: { form: Form; props: Props; isFrozen: boolean }) {
  const note = isFrozen ? t.money.frozen : t.money.willFreeze;
  return (
    <SettingsCard title={t.money.title}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select<string>
          label={t.money.currency}
          description={note}
          data={currencyOptions}
          searchable
          allowDeselect={false}
          disabled={isFrozen}
          nothingFoundMessage={t.money.noCurrency}
          {...props('currency')}
          onChange={(currency) => currency && form.setValues({ currency, currency_digits: String(digitsOf(currency)) })}
        />
        <WholeNumberInput
          label={t.money.digits}
          description={isFrozen ? note : t.money.digitsHelp}
          disabled={isFrozen}
          {...props('currency_digits')}
        />
      </SimpleGrid>
      <Input.Wrapper label={t.money.commission} labelElement="div" description={t.money.commissionHelp}>
        <Stack mt="xs">
          <TierRows
            rows={form.values.commission_tiers}
            onChange={(rows) => form.setFieldValue('commission_tiers', rows)}
            showFaults={form.errors.commission_tiers !== undefined}
          />
        </Stack>
      </Input.Wrapper>
    </SettingsCard>
  );
}

const MODERATION = MODERATIONS.map((value) => ({ value, ...t.rules.moderations[value] }));

export function RuleFields({ form, props }: { form: Form; props: Props }) {
  return (
    <SettingsCard title={t.rules.title}>
      <Radio.Group label={t.rules.moderation} {...props('creator_code_moderation')}>
        <Stack gap={8} mt={8}>
          {MODERATION.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label={t.rules.factor}
        description={t.rules.factorHelp}
        checked={form.values.totp_required}
        onChange={(event) => form.setFieldValue('totp_required', event.currentTarget.checked)}
      />
      <Switch
        label={t.rules.providerOnly}
        description={t.rules.providerOnlyHelp}
        checked={form.values.provider_only}
        error={form.errors.provider_only ?? props('provider_only').error}
        onChange={(event) => form.setFieldValue('provider_only', event.currentTarget.checked)}
      />
    </SettingsCard>
  );
}

export function RateFields({ form, props }: { form: Form; props: Props }) {
  return (
    <SettingsCard title={t.rates.title}>
      <Switch
        label={t.rates.require}
        description={t.rates.requireHelp}
        checked={form.values.require_currency}
        onChange={(event) => form.setFieldValue('require_currency', event.currentTarget.checked)}
      />
      <WholeNumberInput
        label={t.rates.maxAge}
        description={t.rates.maxAgeHelp}
        maw={310}
        {...props('rate_max_age_days')}
      />
    </SettingsCard>
  );
}

export const CreatorPageFields = ({ props }: { props: Props }) => (
  <SettingsCard title={t.creatorPage.title}>
    <Textarea
      label={t.creatorPage.origins}
      description={t.creatorPage.originsHelp}
      autosize
      minRows={2}
      {...props('creator_frame_origins')}
    />
  </SettingsCard>
);
