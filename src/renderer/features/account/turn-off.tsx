import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TotpField } from '../../components/totp-field.tsx';
import { ask } from '../../lib/ask.ts';
import { bareTotpCode, isTotpCode } from '../../lib/totp-code.ts';
import { useChangeTotp } from './totp-changes.ts';

export function TurnOff() {
  const done = useChangeTotp(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const disable = useMutation({
    mutationFn: () => ask('disableTotp', { body: { password, code: bareTotpCode(code) } }),
    onSuccess: done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        disable.mutate();
      }}
    >
      <Stack>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <TotpField value={code} onChange={setCode} error={disable.error} />
        <Group>
          <Button
            type="submit"
            color="red"
            variant="light"
            loading={disable.isPending}
            disabled={password === '' || !isTotpCode(code)}
          >
            Turn off
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
