import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Door } from '../../components/door.tsx';
import { bridge, type Session } from '../../lib/bridge.ts';
import { changeServer } from '../../lib/change-server.ts';
import { InvitationForm } from './invitation-form.tsx';
import { SetupForm } from './setup-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Way = 'sign-in' | 'setup' | 'invitation';

interface EnterPageProps {
  /** True if the session ended without a sign-out. */
  ended: boolean;
  /** The token of an invitation's link. */
  invitation: string | null;
  onEntered: (session: Session) => void;
  /** Called before `onEntered`: the new session is that of the first owner. */
  onSetUp: () => void;
}

const TITLES: Record<Way, string> = { 'sign-in': 'Sign in', setup: 'Set up redeemd', invitation: 'Welcome' };

/** The page before sign-in: sign in, make the first owner, or accept an invitation. */
export function EnterPage({ ended, invitation, onEntered, onSetUp }: EnterPageProps) {
  const [way, setWay] = useState<Way>(invitation ? 'invitation' : 'sign-in');
  const notes: Record<Way, string> = {
    'sign-in': ended ? 'Your session has ended. Sign in again to go on.' : new URL(bridge.connection().url).host,
    setup: 'Make the first owner. The daemon printed a setup token where it was started.',
    invitation: 'Choose a password to take up your invitation.',
  };
  const firstEntered = (session: Session) => {
    onSetUp();
    onEntered(session);
  };
  return (
    <Door title={TITLES[way]} note={notes[way]}>
      {way === 'sign-in' && <SignInForm onEntered={onEntered} />}
      {way === 'setup' && <SetupForm onEntered={firstEntered} />}
      {way === 'invitation' && <InvitationForm token={invitation ?? ''} onEntered={onEntered} />}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {way === 'sign-in' ? 'Just installed? ' : 'Have an account? '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => setWay(way === 'sign-in' ? 'setup' : 'sign-in')}
          >
            {way === 'sign-in' ? 'Set up this server' : 'Sign in'}
          </Anchor>
        </Text>
        {changeServer && (
          <Anchor component="button" type="button" size="sm" onClick={changeServer}>
            Change server
          </Anchor>
        )}
      </Group>
    </Door>
  );
}
