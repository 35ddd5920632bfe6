import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { notifyDone } from '../../client/notify.ts';
import { TotpSetup } from '../../components/totp-setup.tsx';
import { secondFactor as t } from '../../texts/second-factor.ts';
import { FactorOn } from './factor-on.tsx';
import { type NewCodes, NewCodesDialog } from './new-codes.tsx';
import { useOwnStaff } from './use-own-staff.ts';

/** Turns the authenticator app on or off as a second factor, and renews the recovery codes. */
export function SecondFactor() {
  const { staff, noteChange } = useOwnStaff();
  const [shown, setShown] = useState<NewCodes | null>(null);
  const { totp, has_passkey, recovery_codes_left } = staff;
  const isOn = totp || has_passkey;
  const show = (isApp: boolean, codes: string[], done: string) => {
    noteChange({ totp: isApp, recovery_codes_left: codes.length });
    setShown({ codes, done });
  };
  return (
    <Stack p="lg" className="card" component="section" aria-labelledby="factor-title">
      <div>
        <Group gap="sm">
          <Title order={2} size="h4" id="factor-title">
            {t.title}
          </Title>
          <Badge color={isOn ? 'teal' : 'gray'}>{isOn ? t.on : t.off}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {isOn && !totp ? t.byPasskey : t.note}
        </Text>
      </div>
      {!totp && <TotpSetup onDone={(codes) => show(true, codes, t.turnedOn)} />}
      {isOn && (
        <FactorOn
          codesLeft={recovery_codes_left}
          mayTurnOff={totp}
          onRenewed={(codes) => show(totp, codes, t.recovery.made)}
          onTurnedOff={() => {
            noteChange({ totp: false, ...(!has_passkey && { recovery_codes_left: 0 }) });
            notifyDone(t.turnedOff);
          }}
        />
      )}
      {shown && <NewCodesDialog {...shown} onSaved={() => setShown(null)} />}
    </Stack>
  );
}
