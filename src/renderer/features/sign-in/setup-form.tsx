import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { MIN_PASSWORD } from '../../../../daemon/contract/words.ts';
import { fieldErrors, Refused } from '../../client/ask.ts';
import { bridge, type Session } from '../../client/bridge.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { signIn } from '../../texts/sign-in.ts';

const t = signIn.setup;

export function SetupForm({ onEntered }: { onEntered: (session: Session) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { setup_token: '', name: '', email: '', password: '' },
    validate: {
      setup_token: (value) => (value.trim() === '' ? t.tokenMissing : null),
      email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : signIn.emailWrong),
      password: (value) => (value.length < MIN_PASSWORD ? signIn.tooShort(MIN_PASSWORD) : null),
    },
  });

  const submit = form.onSubmit(async ({ setup_token, name, email, password }) => {
    setBusy(true);
    setProblem(null);
    const reply = await bridge.setup({
      setup_token: setup_token.trim(),
      email: email.trim(),
      password,
      ...(name.trim() ? { name: name.trim() } : {}),
    });
    setBusy(false);
    if (reply.ok) return onEntered(reply.session);
    form.setErrors(fieldErrors(new Refused(reply.problem)));
    setProblem(reply.problem.code === 'invalid_credentials' ? t.wrong : reply.problem.detail);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <Alert color="red" variant="light" role="alert" title={problem} />}
        <TextInput label={t.token} autoComplete="off" autoFocus {...form.getInputProps('setup_token')} />
        <TextInput label={signIn.name} autoComplete="name" {...form.getInputProps('name')} />
        <TextInput label={signIn.email} type="email" autoComplete="username" {...form.getInputProps('email')} />
        <NewPasswordInput {...form.getInputProps('password')} />
        <Button type="submit" fullWidth size="md" loading={isBusy} mt={4}>
          {t.create}
        </Button>
      </Stack>
    </form>
  );
}
