import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { TotpSetup } from '../../components/totp-setup.tsx';
import { useSession } from '../../lib/session.ts';
import { useChangeTotp } from './totp-changes.ts';
import { TurnOff } from './turn-off.tsx';

/** Turns the second factor on or off: six digits of an authenticator app in addition to the password. */
export function SecondFactor() {
  const { session } = useSession();
  const isOn = session.staff.totp;
  const turnedOn = useChangeTotp(true);
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
          Signing in asks for six digits from an authenticator app in addition to your password.
        </Text>
      </div>
      {isOn ? <TurnOff /> : <TotpSetup onDone={turnedOn} />}
    </Stack>
  );
}
