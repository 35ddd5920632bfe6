import { Anchor } from '@mantine/core';
import type { Session, StaffMember } from '../../client/bridge.ts';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { signIn } from '../../texts/sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  /** The person whose session has ended. */
  staff: StaffMember;
  onEntered: (session: Session) => void;
  onSignOut: () => void;
}

const t = signIn.again;

/** Covers the screens after the session has ended. */
export const SignInAgain = ({ staff, onEntered, onSignOut }: SignInAgainProps) => (
  <SignInFrame title={t.title} note={t.note}>
    <SignInForm email={staff.email} onEntered={onEntered} />
    <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
      {t.leave}
    </Anchor>
  </SignInFrame>
);
