import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addressFault } from '../../../../daemon/contract/payment-files.ts';
import { fieldErrors } from '../../client/ask.ts';
import { type Creator, useEditCreator } from '../../client/creators.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { creators as catalogue } from '../../texts/creators.ts';
import { MethodField } from './method-field.tsx';

const t = catalogue.payout;

const valuesOf = ({ payout_method, payout_address, payout_name }: Creator) => ({
  payout_method: payout_method ?? '',
  payout_address: payout_address ?? '',
  payout_name: payout_name ?? '',
});

const fieldsOf = ({ payout_method, payout_address, payout_name }: Creator) => ({
  payout_method,
  payout_address,
  payout_name,
});

const toFields = (values: ReturnType<typeof valuesOf>): ReturnType<typeof fieldsOf> => ({
  payout_method: values.payout_method.trim() || null,
  payout_address: values.payout_address.trim() || null,
  payout_name: values.payout_name.trim() || null,
});

export function PayoutForm({ creator }: { creator: Creator }) {
  const edit = useEditCreator(creator, fieldsOf, { saved: t.saved });
  return (
    <>
      <PayoutFields key={edit.formKey} {...edit} />
      <ConflictDialog
        edit={edit}
        looks={{
          payout_method: { label: t.method },
          payout_address: { label: t.address },
          payout_name: { label: t.holder },
        }}
      />
    </>
  );
}

interface PayoutFieldsProps {
  filledFrom: Creator;
  error: unknown;
  isBusy: boolean;
  submit: (fields: ReturnType<typeof fieldsOf>) => void;
}

function PayoutFields({ filledFrom, error, isBusy, submit }: PayoutFieldsProps) {
  const form = useForm({ initialValues: valuesOf(filledFrom) });
  const isDirty = JSON.stringify(toFields(form.values)) !== JSON.stringify(toFields(valuesOf(filledFrom)));
  const { payout_method, payout_address } = toFields(form.values);
  // This is only a warning: finance can still save the address.
  const fault = payout_address === null ? null : addressFault(payout_method, payout_address);
  const refused = error ? fieldErrors(error) : {};
  return (
    <form onSubmit={form.onSubmit((values) => submit(toFields(values)))}>
      <LeaveGuard isDirty={isDirty} />
      <Stack>
        <MethodField
          value={form.values.payout_method}
          error={refused.payout_method}
          onChange={(method) => form.setFieldValue('payout_method', method)}
        />
        <TextInput
          label={t.address}
          description={t.addressHelp}
          maxLength={500}
          autoComplete="off"
          dir="auto"
          {...form.getInputProps('payout_address')}
          error={refused.payout_address}
          onChange={({ currentTarget: { value } }) => {
            // A new address can belong to another account holder, so the previous holder's name is cleared.
            const isUntouched = form.values.payout_name === valuesOf(filledFrom).payout_name;
            form.setValues({ payout_address: value, ...(isUntouched && { payout_name: '' }) });
          }}
        />
        {fault && (
          <Text size="sm" c="orange.9" role="status">
            {t.addressFaults[fault]}
          </Text>
        )}
        <TextInput
          label={t.holder}
          maxLength={200}
          autoComplete="off"
          dir="auto"
          {...form.getInputProps('payout_name')}
          error={refused.payout_name}
        />
        <FormProblem error={error} />
        <Group>
          <Button type="submit" disabled={!isDirty} loading={isBusy}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
