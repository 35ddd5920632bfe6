import { Anchor, Text } from '@mantine/core';
import { Door } from '../../components/door.tsx';
import { TotpSetup } from '../../components/totp-setup.tsx';
import type { Session } from '../../lib/bridge.ts';
import { notifyDone } from '../../lib/notify.ts';
import { ROLE_NAMES } from '../../lib/session.ts';

interface SecondFactorStepProps {
  session: Session;
  onEntered: (session: Session) => void;
  onSignOut: () => void;
}

/** For a user who must have a second factor and has none: the daemon refuses everything else until it is on. */
export function SecondFactorStep({ session, onEntered, onSignOut }: SecondFactorStepProps) {
  const { staff } = session;
  const done = () => {
    notifyDone('The second factor is on.');
    onEntered({ ...session, staff: { ...staff, totp: true, totp_setup_required: false } });
  };
  return (
    <Door
      title="One more step"
      note={`The role ${ROLE_NAMES[staff.role]} needs a second factor here: six digits from an authenticator app on your phone, in addition to your password.`}
    >
      <TotpSetup onDone={done} isNeeded />
      <Text size="sm" c="dimmed">
        Signed in as {staff.email}.{' '}
        <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
          Sign out
        </Anchor>
      </Text>
    </Door>
  );
}
