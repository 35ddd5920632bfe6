import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, problemOf } from '../lib/ask.ts';
import { bareTotpCode, isTotpCode } from '../lib/totp-code.ts';
import { QrPicture } from './qr-picture.tsx';
import { TotpField } from './totp-field.tsx';

interface TotpSetupProps {
  /** The second factor is on. */
  onDone: () => void;
  /** True if the page shows nothing else. */
  isNeeded?: boolean;
}

/** Sets up the second factor: shows the secret and asks for the first code. */
export function TotpSetup({ onDone, isNeeded = false }: TotpSetupProps) {
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: () => ask('startTotp') });
  const confirm = useMutation({
    mutationFn: () => ask('confirmTotp', { body: { code: bareTotpCode(code) } }),
    onSuccess: onDone,
  });
  if (!start.data)
    return (
      <Group>
        <Button
          {...(isNeeded ? { fullWidth: true, size: 'md' } : { variant: 'default' })}
          onClick={() => start.mutate()}
          loading={start.isPending}
        >
          Set up
        </Button>
        {start.error && (
          <Text size="sm" c="red" role="alert">
            {problemOf(start.error).detail}
          </Text>
        )}
      </Group>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Group align="flex-start" gap="lg">
        <QrPicture text={start.data.otpauth_url} label="QR code for your authenticator app" size={168} />
        <Stack flex={1} miw={220}>
          <Text size="sm">
            Scan this with your app, or type in <span className="mono">{start.data.secret}</span>
          </Text>
          <TotpField value={code} onChange={setCode} error={confirm.error} />
          <Group>
            <Button type="submit" loading={confirm.isPending} disabled={!isTotpCode(code)}>
              Turn on
            </Button>
            {!isNeeded && (
              <Button
                variant="subtle"
                color="gray"
                onClick={() => {
                  setCode('');
                  confirm.reset();
                  start.reset();
                }}
              >
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
    </form>
  );
}
