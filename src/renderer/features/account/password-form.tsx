import { Alert, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { MIN_PASSWORD } from '../../../../daemon/contract/words.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { bridge } from '../../lib/bridge.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';

const EMPTY = { current_password: '', new_password: '', again: '' };

export function PasswordForm() {
  const { entered } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      current_password: (value) => (value === '' ? 'Enter your present password' : null),
      new_password: (value) => (value.length < MIN_PASSWORD ? `At least ${MIN_PASSWORD} characters` : null),
      again: (value, { new_password }) => (value === new_password ? null : 'The two passwords are not the same'),
    },
  });
  const submit = form.onSubmit(async ({ current_password, new_password }) => {
    setBusy(true);
    const reply = await bridge.changePassword({ current_password, new_password });
    setBusy(false);
    if (!reply.ok)
      return setProblem(
        reply.problem.code === 'invalid_credentials' ? 'The present password is wrong.' : reply.problem.detail,
      );
    setProblem(null);
    form.reset();
    entered(reply.session);
    notifyDone('Your password is changed. Other sessions have ended.');
  });
  const eye = { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } };
  return (
    <form onSubmit={submit} noValidate className="card" aria-labelledby="password-title">
      <Stack p="lg">
        <div>
          <Title order={2} size="h4" id="password-title">
            Change password
          </Title>
          <Text size="sm" c="dimmed">
            This ends your sessions on other devices.
          </Text>
        </div>
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          {...eye}
          {...form.getInputProps('current_password')}
        />
        <NewPasswordInput label="New password" {...form.getInputProps('new_password')} />
        <PasswordInput
          label="New password again"
          autoComplete="new-password"
          {...eye}
          {...form.getInputProps('again')}
        />
        {problem && <Alert color="red" variant="light" role="alert" title={problem} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
