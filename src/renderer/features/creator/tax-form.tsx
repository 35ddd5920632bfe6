import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../client/ask.ts';
import { type Creator, useEditCreator } from '../../client/creators.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { fromZonedInput, toZonedInput } from '../../lib/zoned-input.ts';
import { creators as catalogue } from '../../texts/creators.ts';

const t = catalogue.payout;

const valuesOf = ({ tax_form }: Creator, zone: string) => ({
  status: tax_form?.status ?? '',
  expires: tax_form?.expires_at ? toZonedInput(tax_form.expires_at, zone) : '',
});
type Values = ReturnType<typeof valuesOf>;

const fieldsOf = ({ tax_form }: Creator) => ({ tax_form });

const toFields = ({ status, expires }: Values, zone: string): ReturnType<typeof fieldsOf> => ({
  tax_form: status.trim() === '' ? null : { status: status.trim(), expires_at: fromZonedInput(expires, zone) },
});

/** Lets finance and owners record the state of a creator's tax form. */
export function TaxForm({ creator }: { creator: Creator }) {
  const zone = useTimeZone() ?? 'UTC';
  const edit = useEditCreator(creator, fieldsOf, { saved: t.taxSaved });
  return (
    <Stack className="card" p="lg" gap="xs" component="section" aria-labelledby="tax-title">
      <Title order={2} size="h5" id="tax-title">
        {t.taxTitle}
      </Title>
      <Text size="sm" c="dimmed">
        {t.taxNote}
      </Text>
      <TaxFields key={edit.formKey} {...edit} zone={zone} />
      <ConflictDialog
        edit={edit}
        looks={{ tax_form: { label: t.taxTitle, show: (form) => form?.status ?? catalogue.payout.nothing } }}
      />
    </Stack>
  );
}

interface TaxFieldsProps {
  filledFrom: Creator;
  zone: string;
  error: unknown;
  isBusy: boolean;
  submit: (fields: ReturnType<typeof fieldsOf>) => void;
}

function TaxFields({ filledFrom, zone, error, isBusy, submit }: TaxFieldsProps) {
  const form = useForm({ initialValues: valuesOf(filledFrom, zone) });
  const isDirty = JSON.stringify(form.values) !== JSON.stringify(valuesOf(filledFrom, zone));
  const refused = error ? fieldErrors(error) : {};
  return (
    <form onSubmit={form.onSubmit((values) => submit(toFields(values, zone)))}>
      <LeaveGuard isDirty={isDirty} />
      <Stack>
        <TextInput
          label={t.taxStatus}
          description={t.taxStatusHelp}
          maxLength={50}
          autoComplete="off"
          {...form.getInputProps('status')}
          error={refused.tax_form}
        />
        <DateTimeInput label={t.taxExpires} zone={zone} {...form.getInputProps('expires')} />
        <FormProblem error={error} />
        <Group>
          <Button type="submit" disabled={!isDirty} loading={isBusy}>
            {t.taxSave}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
