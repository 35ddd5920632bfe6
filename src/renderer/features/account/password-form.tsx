import { Alert, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { MIN_PASSWORD } from '../../../../daemon/contract/words.ts';
import { bridge } from '../../client/bridge.ts';
import { notifyDone } from '../../client/notify.ts';
import { useSession } from '../../client/session.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { account as t } from '../../texts/account.ts';

const EMPTY = { current_password: '', new_password: '', again: '' };

export function PasswordForm() {
  const { entered } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      current_password: (value) => (value === '' ? t.presentMissing : null),
      new_password: (value) => (value.length < MIN_PASSWORD ? t.tooShort(MIN_PASSWORD) : null),
      again: (value, { new_password }) => (value === new_password ? null : t.notSame),
    },
  });
  const submit = form.onSubmit(async ({ current_password, new_password }) => {
    setBusy(true);
    const reply = await bridge.changePassword({ current_password, new_password });
    setBusy(false);
    if (!reply.ok) return setProblem(reply.problem.code === 'invalid_credentials' ? t.wrong : reply.problem.detail);
    setProblem(null);
    form.reset();
    entered(reply.session);
    notifyDone(t.changed);
  });
  const eye = { visibilityToggleButtonProps: { 'aria-label': t.show } };
  return (
    <form onSubmit={submit} noValidate className="card" aria-labelledby="password-title">
      <Stack p="lg">
        <div>
          <Title order={2} size="h4" id="password-title">
            {t.change}
          </Title>
          <Text size="sm" c="dimmed">
            {t.note}
          </Text>
        </div>
        <PasswordInput
          label={t.present}
          autoComplete="current-password"
          {...eye}
          {...form.getInputProps('current_password')}
        />
        <NewPasswordInput label={t.fresh} {...form.getInputProps('new_password')} />
        <PasswordInput label={t.again} autoComplete="new-password" {...eye} {...form.getInputProps('again')} />
        {problem && <Alert color="red" variant="light" role="alert" title={problem} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            {t.change}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
