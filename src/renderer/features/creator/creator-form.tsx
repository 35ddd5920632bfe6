import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormFoot } from '../../components/form-foot.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { fieldErrors } from '../../lib/ask.ts';
import { changedText } from '../../lib/changed-text.ts';
import { type Creator, type CreatorChange, useChangeCreator } from '../../lib/creators.ts';
import { focusFault } from '../../lib/focus-fault.ts';
import { useVersionRead } from '../../lib/version-read.ts';
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

function changeOf({ commission_percent: percent, ...texts }: ReturnType<typeof changedText>): CreatorChange {
  return {
    ...texts,
    ...(percent !== undefined && { commission_percent: percent && percentOf(percent) }),
  } as CreatorChange;
}

interface CreatorFormProps {
  creator: Creator;
  onLeave: (isSaved: boolean) => void;
}

export function CreatorForm({ creator, onLeave }: CreatorFormProps) {
  const form = useForm({
    initialValues: valuesOf(creator),
    validate: { commission_percent: (text) => (isPercent(text) ? null : t.percentFault) },
  });
  const save = useChangeCreator(creator);
  const [version] = useVersionRead(creator, valuesOf);
  const change = changeOf(changedText(form.getInitialValues(), form.values));
  const refused = save.error ? fieldErrors(save.error) : {};
  const props = (name: keyof ReturnType<typeof valuesOf>) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  const submit = () => {
    if (Object.keys(change).length === 0) return onLeave(true);
    save.mutate({ change, from: version, done: t.saved }, { onSuccess: () => onLeave(true) });
  };
  return (
    <form onSubmit={form.onSubmit(submit, focusFault)} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput label={t.name} dir="auto" maxLength={255} data-autofocus {...props('display_name')} />
        <TextInput label={t.email} description={t.emailHelp} type="email" maxLength={320} {...props('email')} />
        <TextInput label={t.percent} description={t.percentHelp} inputMode="decimal" {...props('commission_percent')} />
        <FormFoot label={t.save} error={save.error} isBusy={save.isPending} onCancel={() => onLeave(false)} />
      </Stack>
    </form>
  );
}
