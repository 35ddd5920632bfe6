import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { MIN_PASSWORD } from '../../../../daemon/contract/words.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { fieldErrors, Refused } from '../../lib/ask.ts';
import { bridge, type Session } from '../../lib/bridge.ts';
import { bareTotpCode } from '../../lib/totp-code.ts';

interface InvitationFormProps {
  token: string;
  onEntered: (session: Session) => void;
}

/** The invited person sets a password and is signed in. A person with a second factor needs it here too. */
export function InvitationForm({ token, onEntered }: InvitationFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { name: '', password: '', totp_code: '' },
    validate: { password: (value) => (value.length < MIN_PASSWORD ? `At least ${MIN_PASSWORD} characters` : null) },
  });
  const submit = form.onSubmit(async ({ name, password, totp_code }) => {
    setBusy(true);
    setProblem(null);
    const reply = await bridge.acceptInvitation({
      token,
      password,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(totp_code ? { totp_code: bareTotpCode(totp_code) } : {}),
    });
    setBusy(false);
    if (reply.ok) return onEntered(reply.session);
    if (reply.problem.code === 'totp_required') return setAsksCode(true);
    form.setErrors(fieldErrors(new Refused(reply.problem)));
    setProblem(
      reply.problem.code === 'invalid_credentials'
        ? 'This invitation is used, expired or incomplete. Ask an owner for a new one.'
        : reply.problem.detail,
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <Alert color="red" variant="light" role="alert" title={problem} />}
        <TextInput
          label="Your name"
          description="Empty: the name in the invitation"
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <NewPasswordInput {...form.getInputProps('password')} />
        {asksCode && (
          <TextInput
            label="Code from your authenticator app"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.getInputProps('totp_code')}
          />
        )}
        <Button type="submit" fullWidth size="md" loading={isBusy} mt={4}>
          Set password and sign in
        </Button>
      </Stack>
    </form>
  );
}
