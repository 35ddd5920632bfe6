import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { wrongCode } from '../../lib/wrong-code.ts';
import { useChangeTotp } from './totp-changes.ts';

export function TurnOff() {
  const done = useChangeTotp(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const disable = useMutation({
    mutationFn: () => ask('disableTotp', { body: { password, code: code.replace(/\s/g, '') } }),
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
        <TextInput
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={disable.error && wrongCode(disable.error)}
        />
        <Group>
          <Button
            type="submit"
            color="red"
            variant="light"
            loading={disable.isPending}
            disabled={password === '' || !/^\s*(\d\s*){6}$/.test(code)}
          >
            Turn off
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
