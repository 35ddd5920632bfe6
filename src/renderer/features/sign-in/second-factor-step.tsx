import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../client/bridge.ts';
import { notifyDone } from '../../client/notify.ts';
import { ROLE_NAMES } from '../../client/session.ts';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { TotpSetup } from '../../components/totp-setup.tsx';
import { passkeys } from '../../texts/passkeys.ts';
import { secondFactor } from '../../texts/second-factor.ts';
import { signIn } from '../../texts/sign-in.ts';
import { PasskeyInstead, PasskeySetup } from './passkey-setup.tsx';

const t = signIn.factor;

interface SecondFactorStepProps {
  session: Session;
  onEntered: (session: Session) => void;
  onSignOut: () => void;
}

/** Sets up a required second factor, because the daemon refuses all other requests until it is on. */
export function SecondFactorStep({ session, onEntered, onSignOut }: SecondFactorStepProps) {
  const { staff } = session;
  const [isPasskey, setPasskey] = useState(false);
  const [added, setAdded] = useState<{ factor: 'totp' | 'has_passkey'; codes: string[] } | null>(null);
  if (added) {
    const { factor, codes } = added;
    const done = factor === 'totp' ? secondFactor.turnedOn : passkeys.done;
    return (
      <SignInFrame title={secondFactor.recovery.title} note={done}>
        <RecoveryCodes
          codes={codes}
          email={staff.email}
          onSaved={() => {
            notifyDone(done);
            const changed = { [factor]: true, totp_setup_required: false, recovery_codes_left: codes.length };
            onEntered({ ...session, staff: { ...staff, ...changed } });
          }}
        />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t.title} note={(isPasskey ? t.notePasskey : t.note)(ROLE_NAMES[staff.role])}>
      {isPasskey ? (
        <PasskeySetup
          onDone={(codes) => setAdded({ factor: 'has_passkey', codes })}
          onCancel={() => setPasskey(false)}
        />
      ) : (
        <>
          <TotpSetup onDone={(codes) => setAdded({ factor: 'totp', codes })} isNeeded />
          <PasskeyInstead onChoose={() => setPasskey(true)} />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t.signedInAs(staff.email)}{' '}
        <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
          {t.signOut}
        </Anchor>
      </Text>
    </SignInFrame>
  );
}
