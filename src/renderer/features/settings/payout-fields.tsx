import { NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { type Form, type Props, SettingsCard } from './settings-fields.tsx';

/** The settings of payout runs, and the address for messages about them. */
export function PayoutFields({ form, props }: { form: Form; props: Props }) {
  return (
    <SettingsCard title="Payouts and e-mail">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Minimum payout"
          description="Less than this is carried to the next run"
          min={0}
          max={1e12}
          clampBehavior="none"
          allowNegative={false}
          decimalScale={Number(form.values.currency_digits) || 0}
          thousandSeparator=","
          valueIsNumericString
          hideControls
          suffix={` ${form.values.currency}`}
          {...props('minimum_payout')}
          onChange={(value) => form.setFieldValue('minimum_payout', String(value))}
        />
        <WholeNumberInput
          label="Hold days"
          description="Revenue younger than this is paid by the next run"
          {...props('hold_days')}
        />
      </SimpleGrid>
      <Switch
        label="Two people for a payout"
        description="The person who prepared a run cannot approve it"
        checked={form.values.two_person_payouts}
        onChange={(event) => form.setFieldValue('two_person_payouts', event.currentTarget.checked)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="email"
          label="E-mail for payouts"
          description="Gets a message about every run; may stay empty"
          maxLength={320}
          {...props('payout_email')}
        />
        <WholeNumberInput
          label="Hour of the creators’ results"
          description="0 to 23, in the organisation’s time zone"
          {...props('daily_result_hour')}
        />
      </SimpleGrid>
    </SettingsCard>
  );
}
