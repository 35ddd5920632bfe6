import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Session, StaffMember } from '../../client/bridge.ts';
import { type CompanyAccounts, readCompanyAccounts } from '../../client/company-accounts.ts';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { signIn } from '../../texts/sign-in.ts';
import { CompanySignIn } from './company-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  /** The person whose session has ended. */
  staff: StaffMember;
  onEntered: (session: Session) => void;
  onSignOut: () => void;
}

const t = signIn.again;

/** Covers the screens after the session has ended. */
export function SignInAgain({ staff, onEntered, onSignOut }: SignInAgainProps) {
  const [company, setCompany] = useState<CompanyAccounts | null>(null);
  useEffect(() => void readCompanyAccounts().then(setCompany), []);
  return (
    <SignInFrame title={t.title} note={t.note}>
      <CompanySignIn company={company} keepsPage onEntered={onEntered} />
      {staff.has_password !== false && (
        <SignInForm email={staff.email} onEntered={onEntered} isSecond={Boolean(company?.provider)} />
      )}
      <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
        {t.leave}
      </Anchor>
    </SignInFrame>
  );
}
