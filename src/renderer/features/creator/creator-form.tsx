import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../client/ask.ts';
import { type Creator, useEditCreator } from '../../client/creators.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { creators as catalogue } from '../../texts/creators.ts';

const t = catalogue.edit;
const PERCENT = /^\d{1,3}([.,]\d{1,2})?$/;

const valuesOf = ({ display_name, email, commission_percent }: Creator) => ({
  display_name: display_name ?? '',
  email: email ?? '',
  commission_percent: commission_percent === null ? '' : String(commission_percent),
});

const percentOf = (text: string) => Number(text.trim().replace(',', '.'));
const isPercent = (text: string) => text.trim() === '' || (PERCENT.test(text.trim()) && percentOf(text) <= 100);

const fieldsOf = ({ display_name, email, commission_percent }: Creator) => ({
  display_name,
  email,
  commission_percent,
});

const toFields = (values: ReturnType<typeof valuesOf>): ReturnType<typeof fieldsOf> => ({
  display_name: values.display_name.trim() || null,
  email: values.email.trim() || null,
  commission_percent: values.commission_percent.trim() === '' ? null : percentOf(values.commission_percent),
});

interface CreatorFormProps {
  creator: Creator;
  onLeave: (isSaved: boolean) => void;
}

export function CreatorForm({ creator, onLeave }: CreatorFormProps) {
  const form = useForm({
    initialValues: valuesOf(creator),
    validate: { commission_percent: (text) => (isPercent(text) ? null : t.percentFault) },
  });
  const edit = useEditCreator(creator, fieldsOf, { saved: t.saved, onSaved: () => onLeave(true) });
  const refused = edit.error ? fieldErrors(edit.error) : {};
  const props = (name: keyof ReturnType<typeof valuesOf>) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  return (
    <>
      <form onSubmit={form.onSubmit((values) => edit.submit(toFields(values)), focusFault)} noValidate>
        <LeaveGuard isDirty={form.isDirty()} />
        <Stack>
          <TextInput label={t.name} dir="auto" maxLength={255} data-autofocus {...props('display_name')} />
          <TextInput label={t.email} description={t.emailHelp} type="email" maxLength={320} {...props('email')} />
          <TextInput
            label={t.percent}
            description={t.percentHelp}
            inputMode="decimal"
            {...props('commission_percent')}
          />
          <FormFoot label={t.save} error={edit.error} isBusy={edit.isBusy} onCancel={() => onLeave(false)} />
        </Stack>
      </form>
      <ConflictDialog
        edit={edit}
        looks={{
          display_name: { label: t.name },
          email: { label: t.email },
          commission_percent: { label: t.percent },
        }}
      />
    </>
  );
}
