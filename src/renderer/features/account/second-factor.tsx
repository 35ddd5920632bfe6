import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { QrPicture } from '../../components/qr-picture.tsx';
import { ask, problemOf } from '../../lib/ask.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';

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

function useChangeTotp(totp: boolean) {
  const { session, entered } = useSession();
  return () => {
    entered({ ...session, staff: { ...session.staff, totp } });
    notifyDone(totp ? 'The second factor is on.' : 'The second factor is off.');
  };
}

const wrongCode = (error: unknown) =>
  problemOf(error).code === 'invalid_credentials' ? 'This is not right. Try the next code.' : problemOf(error).detail;

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
          </Group>
        </Stack>
      </Group>
    </form>
  );
}

function TurnOff() {
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
