import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormProblem } from '../../components/form-problem.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { fieldErrors } from '../../lib/ask.ts';
import { changedText } from '../../lib/changed-text.ts';
import { type Creator, useChangeCreator } from '../../lib/creators.ts';
import { useVersionRead } from '../../lib/version-read.ts';
import { creators as catalogue } from '../../texts/creators.ts';

const t = catalogue.payout;

const valuesOf = ({ payout_method, payout_address }: Creator) => ({
  payout_method: payout_method ?? '',
  payout_address: payout_address ?? '',
});

export function PayoutForm({ creator }: { creator: Creator }) {
  const form = useForm({ initialValues: valuesOf(creator) });
  const save = useChangeCreator(creator);
  const [version, onFilled] = useVersionRead(creator, valuesOf);
  const change = changedText(form.getInitialValues(), form.values);
  const isDirty = Object.keys(change).length > 0;
  const refused = save.error ? fieldErrors(save.error) : {};
  const fill = (from: Creator) => {
    form.setInitialValues(valuesOf(from));
    form.setValues(valuesOf(from));
    onFilled(from);
  };
  return (
    <form onSubmit={form.onSubmit(() => save.mutate({ change, from: version, done: t.saved }, { onSuccess: fill }))}>
      <LeaveGuard isDirty={isDirty} />
      <Stack>
        <TextInput
          label={t.method}
          description={t.methodHelp}
          maxLength={50}
          autoComplete="off"
          {...form.getInputProps('payout_method')}
          error={refused.payout_method}
        />
        <TextInput
          label={t.address}
          description={t.addressHelp}
          maxLength={500}
          autoComplete="off"
          dir="auto"
          {...form.getInputProps('payout_address')}
          error={refused.payout_address}
        />
        <FormProblem error={save.error} />
        <Group>
          <Button type="submit" disabled={!isDirty} loading={save.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
