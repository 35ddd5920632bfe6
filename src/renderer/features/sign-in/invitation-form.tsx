import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { MIN_PASSWORD } from '../../../../daemon/contract/words.ts';
import { fieldErrors, Refused } from '../../client/ask.ts';
import { bridge, type Session } from '../../client/bridge.ts';
import { noteCodesLeft } from '../../client/recovery-codes-note.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { bareCode, isRecoveryCode } from '../../lib/totp-code.ts';
import { signIn } from '../../texts/sign-in.ts';

const t = signIn.invitation;

interface InvitationFormProps {
  token: string;
  onEntered: (session: Session) => void;
}

/** Sets the invited person's password and signs them in. If they have a second factor, the form asks for it, too. */
export function InvitationForm({ token, onEntered }: InvitationFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { name: '', password: '', totp_code: '' },
    validate: { password: (value) => (value.length < MIN_PASSWORD ? signIn.tooShort(MIN_PASSWORD) : null) },
  });
  const submit = form.onSubmit(async ({ name, password, totp_code }) => {
    setBusy(true);
    setProblem(null);
    const reply = await bridge.acceptInvitation({
      token,
      password,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(totp_code ? { totp_code: bareCode(totp_code) } : {}),
    });
    setBusy(false);
    if (reply.ok) {
      noteCodesLeft(reply.session, isRecoveryCode(totp_code));
      return onEntered(reply.session);
    }
    if (reply.problem.code === 'totp_required') return setAsksCode(true);
    form.setErrors(fieldErrors(new Refused(reply.problem)));
    setProblem(reply.problem.code === 'invalid_credentials' ? t.wrong : reply.problem.detail);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <Alert color="red" variant="light" role="alert" title={problem} />}
        <TextInput label={signIn.name} description={t.nameHelp} autoComplete="name" {...form.getInputProps('name')} />
        <NewPasswordInput {...form.getInputProps('password')} />
        {asksCode && (
          <TextInput
            label={signIn.code}
            description={signIn.codeOrRecovery}
            spellCheck={false}
            autoComplete="one-time-code"
            {...form.getInputProps('totp_code')}
          />
        )}
        <Button type="submit" fullWidth size="md" loading={isBusy} mt={4}>
          {t.enter}
        </Button>
      </Stack>
    </form>
  );
}
