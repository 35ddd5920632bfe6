import { Input, Radio, Select, SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { TierRows } from '../../components/tiers-editor.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { currencyOptions, digitsOf, timeZoneOptions } from './choices.ts';
import type { SettingsValues } from './settings-values.ts';

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
    <SettingsCard title="Organisation">
      <TextInput label="Name" maxLength={200} {...props('name')} />
      <Select<string>
        label="Time zone"
        description="All figures count days in this time zone"
        data={timeZoneOptions(String(props('time_zone').value))}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such zone"
        {...props('time_zone')}
      />
    </SettingsCard>
  );
}

export function MoneyFields({ form, props, isFrozen }: { form: Form; props: Props; isFrozen: boolean }) {
  const note = isFrozen ? 'Payments have come in: it stays as it is' : 'Stays as it is from the first payment on';
  return (
    <SettingsCard title="Money">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select<string>
          label="Currency"
          description={note}
          data={currencyOptions(form.values.currency)}
          searchable
          allowDeselect={false}
          disabled={isFrozen}
          nothingFoundMessage="No such currency"
          {...props('currency')}
          onChange={(currency) => currency && form.setValues({ currency, currency_digits: String(digitsOf(currency)) })}
        />
        <WholeNumberInput
          label="Decimal digits"
          description={isFrozen ? note : '0 to 6; most currencies have 2'}
          disabled={isFrozen}
          {...props('currency_digits')}
        />
      </SimpleGrid>
      <Input.Wrapper
        label="Commission of creators"
        labelElement="div"
        description="For campaigns without tiers of their own"
      >
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

const MODERATION = [
  { value: 'custom', label: 'Values that creators choose', description: 'Generated codes work at once' },
  { value: 'all', label: 'All creator codes', description: 'Generated codes wait for a decision, too' },
  { value: 'none', label: 'None', description: 'Every creator code works at once' },
];

export function RuleFields({ form, props }: { form: Form; props: Props }) {
  return (
    <SettingsCard title="Rules">
      <Radio.Group label="Codes that wait for a moderator" {...props('creator_code_moderation')}>
        <Stack gap={8} mt={8}>
          {MODERATION.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Owners and finance need a second factor"
        description="A user without one can only set it up until it is on. This includes you."
        checked={form.values.totp_required}
        onChange={(event) => form.setFieldValue('totp_required', event.currentTarget.checked)}
      />
    </SettingsCard>
  );
}
