import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../client/bridge.ts';
import { notifyDone } from '../../client/notify.ts';
import { ROLE_NAMES } from '../../client/session.ts';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { TotpSetup } from '../../components/totp-setup.tsx';
import { secondFactor } from '../../texts/second-factor.ts';
import { signIn } from '../../texts/sign-in.ts';

const t = signIn.factor;

interface SecondFactorStepProps {
  session: Session;
  onEntered: (session: Session) => void;
  onSignOut: () => void;
}

/** Sets up a required second factor, because the daemon refuses all other requests until it is on. */
export function SecondFactorStep({ session, onEntered, onSignOut }: SecondFactorStepProps) {
  const { staff } = session;
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes)
    return (
      <SignInFrame title={secondFactor.recovery.title} note={secondFactor.turnedOn}>
        <RecoveryCodes
          codes={codes}
          email={staff.email}
          onSaved={() => {
            notifyDone(secondFactor.turnedOn);
            const changed = { totp: true, totp_setup_required: false, recovery_codes_left: codes.length };
            onEntered({ ...session, staff: { ...staff, ...changed } });
          }}
        />
      </SignInFrame>
    );
  return (
    <SignInFrame title={t.title} note={t.note(ROLE_NAMES[staff.role])}>
      <TotpSetup onDone={setCodes} isNeeded />
      <Text size="sm" c="dimmed">
        {t.signedInAs(staff.email)}{' '}
        <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
          {t.signOut}
        </Anchor>
      </Text>
    </SignInFrame>
  );
}
