import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { bridge, type Refusal, type Session } from '../../lib/bridge.ts';
import { bareTotpCode } from '../../lib/totp-code.ts';

interface SignInFormProps {
  /** Filled in already, where the person is known. */
  email?: string;
  onEntered: (session: Session) => void;
}

/** Asks for e-mail and password, then for the six digits if the account has a second factor. */
export function SignInForm({ email = '', onEntered }: SignInFormProps) {
  const [problem, setProblem] = useState<Refusal | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email, password: '', totp_code: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Enter your e-mail address' : null),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });

  const submit = form.onSubmit(async ({ email, password, totp_code }) => {
    setBusy(true);
    setProblem(null);
    const code = bareTotpCode(totp_code);
    const reply = await bridge.signIn({ email: email.trim(), password, ...(code ? { totp_code: code } : {}) });
    setBusy(false);
    if (reply.ok) return onEntered(reply.session);
    form.setFieldValue('totp_code', '');
    if (reply.problem.code !== 'totp_required') return setProblem(reply.problem);
    setAsksCode(true);
    if (code) setProblem(reply.problem);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && (
          <Alert color="red" variant="light" role="alert" title={problem.detail}>
            {problem.code === 'account_locked' && 'Wait a while, or ask an owner.'}
          </Alert>
        )}
        {asksCode ? (
          <TextInput
            key="code"
            label="Code from your authenticator app"
            description="Six digits"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            {...form.getInputProps('totp_code')}
          />
        ) : (
          <>
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              autoFocus={email === ''}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              autoFocus={email !== ''}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Button type="submit" fullWidth size="md" loading={isBusy} mt={4}>
          {asksCode ? 'Verify' : 'Sign in'}
        </Button>
        {asksCode && (
          <Anchor component="button" type="button" size="sm" onClick={() => setAsksCode(false)}>
            Use another account
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
