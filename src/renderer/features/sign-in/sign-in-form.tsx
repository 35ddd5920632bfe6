import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { lazy, Suspense, useState } from 'react';
import { bridge, type Refusal, type Session } from '../../client/bridge.ts';
import { noteCodesLeft } from '../../client/recovery-codes-note.ts';
import { bareCode } from '../../lib/totp-code.ts';
import { signIn as t } from '../../texts/sign-in.ts';
import { CodeStep, codeFault, type FactorKind } from './code-step.tsx';

const PasskeySignIn = lazy(async () => ({ default: (await import('./passkey-sign-in.tsx')).PasskeySignIn }));

interface SignInFormProps {
  /** The initial email, if the person is known. */
  email?: string;
  /** Whether the company's account is the usual way to sign in. */
  isSecond?: boolean;
  onEntered: (session: Session) => void;
}

/**
 * Asks for email and password. If the account has a second factor, it then asks for the six digits or a recovery code.
 */
export function SignInForm({ email = '', isSecond = false, onEntered }: SignInFormProps) {
  const [problem, setProblem] = useState<Refusal | null>(null);
  /** Null while the form asks for email and password. */
  const [asked, setAsked] = useState<FactorKind | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email, password: '', totp_code: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t.emailMissing : null),
      password: (value) => (value === '' ? t.passwordMissing : null),
      totp_code: (value) => (asked ? codeFault(asked, value) : null),
    },
  });
  const ask = (kind: FactorKind | null) => {
    setProblem(null);
    form.setFieldValue('totp_code', '');
    form.clearFieldError('totp_code');
    setAsked(kind);
  };

  const submit = form.onSubmit(async ({ email, password, totp_code }) => {
    setBusy(true);
    setProblem(null);
    const code = bareCode(totp_code);
    const reply = await bridge.signIn({ email: email.trim(), password, ...(code ? { totp_code: code } : {}) });
    setBusy(false);
    if (reply.ok) {
      noteCodesLeft(reply.session, asked === 'recovery');
      return onEntered(reply.session);
    }
    form.setFieldValue('totp_code', '');
    if (reply.problem.code !== 'totp_required') return setProblem(reply.problem);
    setAsked(asked ?? 'app');
    if (code) setProblem(reply.problem);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && (
          <Alert color="red" variant="light" role="alert" title={problem.detail}>
            {problem.code === 'account_locked' && t.locked}
          </Alert>
        )}
        {asked ? (
          <CodeStep kind={asked} field={form.getInputProps('totp_code')} onKind={ask} />
        ) : (
          <>
            <TextInput
              label={t.email}
              type="email"
              autoComplete="username"
              autoFocus={email === '' && !isSecond}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={t.password}
              autoComplete="current-password"
              autoFocus={email !== '' && !isSecond}
              visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Button type="submit" fullWidth size="md" loading={isBusy} mt={4} variant={isSecond ? 'default' : 'filled'}>
          {asked ? t.verify : t.enter}
        </Button>
        {bridge.signInWithPasskey && (
          <Suspense fallback={<Skeleton h={42} />}>
            <PasskeySignIn onProblem={setProblem} onEntered={onEntered} />
          </Suspense>
        )}
        {asked && (
          <Anchor component="button" type="button" size="sm" onClick={() => ask(null)}>
            {t.otherAccount}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
