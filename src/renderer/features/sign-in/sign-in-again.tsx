import { Anchor } from '@mantine/core';
import { Door } from '../../components/door.tsx';
import type { Session, StaffMember } from '../../lib/bridge.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  /** The person whose session has ended. */
  staff: StaffMember;
  onEntered: (session: Session) => void;
  onSignOut: () => void;
}

/** Over the screens, after the session ended. */
export const SignInAgain = ({ staff, onEntered, onSignOut }: SignInAgainProps) => (
  <Door
    title="Your session has ended"
    note="Sign in again to go on where you were. What you have entered is still there."
  >
    <SignInForm email={staff.email} onEntered={onEntered} />
    <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
      Leave this page and use another account
    </Anchor>
  </Door>
);
