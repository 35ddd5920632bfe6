import { Anchor } from '@mantine/core';
import { Door } from '../../components/door.tsx';
import type { Session, StaffMember } from '../../lib/bridge.ts';
import { signIn } from '../../texts/sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  /** The person whose session has ended. */
  staff: StaffMember;
  onEntered: (session: Session) => void;
  onSignOut: () => void;
}

const t = signIn.again;

/** Over the screens, after the session ended. */
export const SignInAgain = ({ staff, onEntered, onSignOut }: SignInAgainProps) => (
  <Door title={t.title} note={t.note}>
    <SignInForm email={staff.email} onEntered={onEntered} />
    <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
      {t.leave}
    </Anchor>
  </Door>
);
