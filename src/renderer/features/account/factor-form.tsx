import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TotpField } from '../../components/totp-field.tsx';
import { bareCode, isFactorCode } from '../../lib/totp-code.ts';
import { secondFactor as t } from '../../texts/second-factor.ts';

export interface Proof {
  password: string;
  code: string;
}

interface FactorFormProps {
  title: string;
  note?: string;
  submit: string;
  isDangerous?: boolean;
  error: unknown;
  isBusy: boolean;
  onSubmit: (proof: Proof) => void;
  onCancel: () => void;
}

/** Asks for the password and a code before the second factor changes. */
export function FactorForm({ title, note, submit, isDangerous = false, error, isBusy, ...form }: FactorFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <form
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        form.onSubmit({ password, code: bareCode(code) });
      }}
    >
      <Stack>
        {note && <Text size="sm">{note}</Text>}
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
        />
        <TotpField value={code} onChange={setCode} error={error} takesRecovery />
        <Group>
          <Button
            type="submit"
            {...(isDangerous && { color: 'red', variant: 'light' })}
            loading={isBusy}
            disabled={password === '' || !isFactorCode(code)}
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
