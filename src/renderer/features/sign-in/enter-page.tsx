import { Anchor, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { bridge, type Session } from '../../client/bridge.ts';
import { changeServer } from '../../client/change-server.ts';
import type { CompanyAccounts } from '../../client/company-accounts.ts';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { BASE_PATH } from '../../lib/base-path.ts';
import { signIn as t } from '../../texts/sign-in.ts';
import { CompanySignIn } from './company-sign-in.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { SetupForm } from './setup-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const { desktop } = bridge;
const SessionNotKept = lazy(async () => ({ default: (await import('./session-not-kept.tsx')).SessionNotKept }));

type Way = 'sign-in' | 'setup' | 'invitation';

interface EnterPageProps {
  /** The token of an invitation link. */
  invitation: string | null;
  /** Whether the daemon has no owner yet; null if it does not report this. */
  isNewServer: boolean | null;
  company: CompanyAccounts | null;
  onEntered: (session: Session) => void;
}

/** The page before sign-in, on which people sign in, create the first owner or accept an invitation. */
export function EnterPage({ invitation, isNewServer, company, onEntered }: EnterPageProps) {
  const [way, setWay] = useState<Way>(invitation ? 'invitation' : isNewServer ? 'setup' : 'sign-in');
  const notes: Record<Way, string> = {
    'sign-in': new URL(bridge.connection().url).host,
    setup: t.setupNote,
    invitation: t.invitationNote,
  };
  // The first owner starts with the settings, because the first payment fixes some of them.
  const firstEntered = (session: Session) => {
    history.replaceState(null, '', `${BASE_PATH}/settings?first=yes`);
    onEntered(session);
  };
  return (
    <SignInFrame title={t.titles[way]} note={notes[way]}>
      <Suspense>{desktop && <SessionNotKept desktop={desktop} />}</Suspense>
      {way !== 'setup' && <CompanySignIn company={company} onEntered={onEntered} />}
      {way === 'sign-in' && <SignInForm onEntered={onEntered} isSecond={Boolean(company?.provider)} />}
      {way === 'setup' && <SetupForm onEntered={firstEntered} />}
      {way === 'invitation' && <InvitationForm token={invitation ?? ''} onEntered={onEntered} />}
      <Group justify="space-between" gap="xs">
        {(way === 'sign-in' ? isNewServer !== false : !isNewServer) && (
          <Text size="sm" c="dimmed">
            {way === 'sign-in' ? t.justInstalled : t.haveAccount}{' '}
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => setWay(way === 'sign-in' ? 'setup' : 'sign-in')}
            >
              {way === 'sign-in' ? t.toSetup : t.toSignIn}
            </Anchor>
          </Text>
        )}
        {changeServer && (
          <Anchor component="button" type="button" size="sm" onClick={changeServer}>
            {t.changeServer}
          </Anchor>
        )}
      </Group>
    </SignInFrame>
  );
}
