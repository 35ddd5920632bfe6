import { Badge, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { notifyDone } from '../../client/notify.ts';
import { useSession } from '../../client/session.ts';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { TotpSetup } from '../../components/totp-setup.tsx';
import { secondFactor as t } from '../../texts/second-factor.ts';
import { FactorOn } from './factor-on.tsx';

interface NewCodes {
  codes: string[];
  /** The message after the codes are saved. */
  done: string;
}

/** Turns the second factor, the six digits of an authenticator app, on or off. */
export function SecondFactor() {
  const { session, entered } = useSession();
  const [shown, setShown] = useState<NewCodes | null>(null);
  const { totp, email, recovery_codes_left } = session.staff;
  const become = (isOn: boolean, left: number) =>
    entered({ ...session, staff: { ...session.staff, totp: isOn, recovery_codes_left: left } });
  const show = (codes: string[], done: string) => {
    become(true, codes.length);
    setShown({ codes, done });
  };
  return (
    <Stack p="lg" className="card" component="section" aria-labelledby="factor-title">
      <div>
        <Group gap="sm">
          <Title order={2} size="h4" id="factor-title">
            {t.title}
          </Title>
          <Badge color={totp ? 'teal' : 'gray'}>{totp ? t.on : t.off}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {t.note}
        </Text>
      </div>
      {totp ? (
        <FactorOn
          codesLeft={recovery_codes_left}
          onRenewed={(codes) => show(codes, t.recovery.made)}
          onTurnedOff={() => {
            become(false, 0);
            notifyDone(t.turnedOff);
          }}
        />
      ) : (
        <TotpSetup onDone={(codes) => show(codes, t.turnedOn)} />
      )}
      {shown && (
        <ShownOnce
          {...shown}
          email={email}
          onSaved={() => {
            setShown(null);
            notifyDone(shown.done);
          }}
        />
      )}
    </Stack>
  );
}

/** Shows the codes until the user confirms that they are saved. */
const ShownOnce = ({ codes, email, onSaved }: NewCodes & { email: string; onSaved: () => void }) => (
  <Modal
    opened
    onClose={() => {}}
    title={t.recovery.title}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
  >
    <LeaveGuard isDirty />
    <RecoveryCodes codes={codes} email={email} onSaved={onSaved} />
  </Modal>
);
