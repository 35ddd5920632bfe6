import { NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { EMAIL_LANGUAGES } from '../../../../daemon/contract/words.ts';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { numberMarks } from '../../lib/number-marks.ts';
import { LANGUAGES } from '../../texts/language.ts';
import { settings } from '../../texts/settings.ts';
import { type Form, type Props, SettingsCard } from './settings-fields.tsx';

const t = settings.payouts;

/** The settings of payout runs, and the address for messages about them. */
export function PayoutFields({ form, props }: { form: Form; props: Props }) {
  return (
    <SettingsCard title={t.title}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t.minimum}
          description={t.minimumHelp}
          min={0}
          max={1e12}
          clampBehavior="none"
          decimalScale={Number(form.values.currency_digits) || 0}
          {...numberMarks}
          valueIsNumericString
          hideControls
          suffix={` ${form.values.currency}`}
          {...props('minimum_payout')}
          onChange={(value) => form.setFieldValue('minimum_payout', String(value))}
        />
        <WholeNumberInput label={t.hold} description={t.holdHelp} {...props('hold_days')} />
      </SimpleGrid>
      <Switch
        label={t.twoPersons}
        description={t.twoPersonsHelp}
        checked={form.values.two_person_payouts}
        onChange={(event) => form.setFieldValue('two_person_payouts', event.currentTarget.checked)}
      />
      <TextInput type="email" label={t.email} description={t.emailHelp} maxLength={320} {...props('payout_email')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberInput label={t.hour} description={t.hourHelp} {...props('daily_result_hour')} />
        <Select
          label={t.language}
          description={t.languageHelp}
          data={EMAIL_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
          allowDeselect={false}
          {...props('email_language')}
        />
      </SimpleGrid>
    </SettingsCard>
  );
}
