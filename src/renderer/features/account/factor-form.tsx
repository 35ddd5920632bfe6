import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { problemOf } from '../../client/ask.ts';
import { TotpField } from '../../components/totp-field.tsx';
import { secondFactor as t } from '../../texts/second-factor.ts';
import { type TypedProof, useProof } from './proof.ts';

interface FactorFormProps {
  title: string;
  note?: string;
  submit: string;
  isDangerous?: boolean;
  error: unknown;
  isBusy: boolean;
  /** Fields above the password; `isReady` is false until they are filled in. */
  children?: ReactNode;
  isReady?: boolean;
  onSubmit: (proof: TypedProof) => void;
  onCancel: () => void;
}

/** Asks for the password and the second factor before a way to sign in is changed. */
export function FactorForm({ title, note, submit, isDangerous = false, error, isBusy, ...form }: FactorFormProps) {
  const { needsFactor, mayUsePasskey, isComplete } = useProof();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { isReady = true } = form;
  return (
    <form
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        form.onSubmit({ password, code });
      }}
    >
      <Stack>
        {note && <Text size="sm">{note}</Text>}
        {form.children}
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          autoFocus={!form.children}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={!needsFactor && Boolean(error) && problemOf(error).detail}
          visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
        />
        {needsFactor && (
          <TotpField value={code} onChange={setCode} error={error} takesRecovery takesPasskey={mayUsePasskey} />
        )}
        <Group>
          <Button
            type="submit"
            {...(isDangerous && { color: 'red', variant: 'light' })}
            loading={isBusy}
            disabled={!isReady || !isComplete({ password, code })}
          >
            {submit}
          </Button>
          <Button variant="subtle" color="gray" onClick={form.onCancel}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
