import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, problemOf } from '../client/ask.ts';
import { bareCode, isTotpCode } from '../lib/totp-code.ts';
import { secondFactor as t } from '../texts/second-factor.ts';
import { QrPicture } from './qr-picture.tsx';
import { TotpField } from './totp-field.tsx';

interface TotpSetupProps {
  /** Called once the second factor is on. The caller must show the recovery codes, because nothing else does. */
  onDone: (recoveryCodes: string[]) => void;
  /** True if the page shows nothing else. */
  isNeeded?: boolean;
}

/** Sets up the second factor: it shows the secret and asks for the first code. */
export function TotpSetup({ onDone, isNeeded = false }: TotpSetupProps) {
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: () => ask('startTotp') });
  const confirm = useMutation({
    mutationFn: () => ask('confirmTotp', { body: { code: bareCode(code) } }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  if (!start.data)
    return (
      <Group>
        <Button
          {...(isNeeded ? { fullWidth: true, size: 'md' } : { variant: 'default' })}
          onClick={() => start.mutate()}
          loading={start.isPending}
        >
          {t.setUp}
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
        <QrPicture text={start.data.otpauth_url} label={t.qr} size={168} />
        <Stack flex={1} miw={220}>
          <Text size="sm">
            {t.scan} <span className="mono">{start.data.secret}</span>
          </Text>
          <TotpField value={code} onChange={setCode} error={confirm.error} />
          <Group>
            <Button type="submit" loading={confirm.isPending} disabled={!isTotpCode(code)}>
              {t.turnOn}
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
                {t.cancel}
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
    </form>
  );
}
