import { Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { QrPicture } from '../../components/qr-picture.tsx';
import { ask, problemOf } from '../../lib/ask.ts';
import { useSession } from '../../lib/session.ts';
import { useChangeTotp, wrongCode } from './totp-changes.ts';
import { TurnOff } from './turn-off.tsx';

/** Six digits of an authenticator app beside the password. */
export function SecondFactor() {
  const { session } = useSession();
  const isOn = session.staff.totp;
  return (
    <Stack p="lg" className="card" component="section" aria-labelledby="factor-title">
      <div>
        <Group gap="sm">
          <Title order={2} size="h4" id="factor-title">
            Second factor
          </Title>
          <Badge color={isOn ? 'teal' : 'gray'}>{isOn ? 'On' : 'Off'}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          Signing in asks for six digits from an authenticator app beside your password.
        </Text>
      </div>
      {isOn ? <TurnOff /> : <TurnOn />}
    </Stack>
  );
}

function TurnOn() {
  const done = useChangeTotp(true);
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: () => ask('startTotp') });
  const confirm = useMutation({
    mutationFn: () => ask('confirmTotp', { body: { code: code.replace(/\s/g, '') } }),
    onSuccess: done,
  });
  if (!start.data)
    return (
      <Group>
        <Button variant="default" onClick={() => start.mutate()} loading={start.isPending}>
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
          <TextInput
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={confirm.error && wrongCode(confirm.error)}
          />
          <Group>
            <Button type="submit" loading={confirm.isPending} disabled={!/^\s*(\d\s*){6}$/.test(code)}>
              Turn on
            </Button>
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
          </Group>
        </Stack>
      </Group>
    </form>
  );
}
