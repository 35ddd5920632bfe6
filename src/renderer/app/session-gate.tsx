import { Anchor, Center, Loader, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ErrorState } from '../components/states.tsx';
import { EnterPage } from '../features/sign-in/enter-page.tsx';
import { SecondFactorStep } from '../features/sign-in/second-factor-step.tsx';
import { Refused } from '../lib/ask.ts';
import { bridge, type Refusal, type Session } from '../lib/bridge.ts';
import { changeServer } from '../lib/change-server.ts';
import { takeInvitation } from '../lib/invitation.ts';
import { SessionProvider } from '../lib/session.ts';

type State =
  | { at: 'asking' }
  | { at: 'failed'; problem: Refusal; invitation: string | null }
  | { at: 'out'; ended: boolean; invitation: string | null }
  | { at: 'in'; session: Session };

const TRY_AGAIN_MS = 3000;

const withoutFactor = (session: Session): Session => ({
  ...session,
  staff: { ...session.staff, totp: false, totp_setup_required: true },
});

interface SessionGateProps {
  /** Changes when the daemon refused the session. */
  signedOutAt: number;
  /**
   * Changes when the daemon demanded a second factor, because the setting was turned on while the user was signed in.
   */
  totpAskedAt: number;
  /** The first owner was made. */
  onSetUp: () => void;
  children: ReactNode;
}

/**
 * Shows the screens to a signed-in user, and the sign-in page otherwise. The address stays, so that the user reaches
 * the wanted screen after signing in.
 */
export function SessionGate({ signedOutAt, totpAskedAt, onSetUp, children }: SessionGateProps) {
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ at: 'asking' });

  const look = useCallback(async (invitation: string | null) => {
    setState({ at: 'asking' });
    const reply = await bridge.session();
    if (!reply.ok) setState({ at: 'failed', problem: reply.problem, invitation });
    // An invitation counts for the person who opens the link, even if another user is signed in.
    else if (reply.session && !invitation) setState({ at: 'in', session: reply.session });
    else setState({ at: 'out', ended: false, invitation });
  }, []);
  useEffect(() => void look(takeInvitation()), [look]);
  const away = state.at === 'failed' ? state : null;
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(async () => {
      const reply = await bridge.session();
      if (reply.ok) void look(away.invitation);
    }, TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [away, look]);
  useEffect(() => {
    if (signedOutAt === 0) return;
    queries.clear();
    setState((before) => (before.at === 'in' ? { at: 'out', ended: true, invitation: null } : before));
  }, [signedOutAt, queries]);

  useEffect(() => {
    if (totpAskedAt === 0) return;
    setState((before) => (before.at === 'in' ? { at: 'in', session: withoutFactor(before.session) } : before));
  }, [totpAskedAt]);

  const entered = useCallback((session: Session) => setState({ at: 'in', session }), []);
  const signOut = useCallback(async () => {
    await bridge.signOut();
    queries.clear();
    setState({ at: 'out', ended: false, invitation: null });
  }, [queries]);

  if (state.at === 'asking')
    return (
      <Center mih="100vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  if (state.at === 'failed')
    return (
      <Center mih="100vh">
        <Stack gap={0} align="center">
          <ErrorState error={new Refused(state.problem)} onRetry={() => void look(state.invitation)} />
          {changeServer && (
            <Anchor component="button" type="button" size="sm" onClick={changeServer}>
              Change server
            </Anchor>
          )}
        </Stack>
      </Center>
    );
  if (state.at === 'out')
    return <EnterPage ended={state.ended} invitation={state.invitation} onEntered={entered} onSetUp={onSetUp} />;
  if (state.session.staff.totp_setup_required)
    return <SecondFactorStep session={state.session} onEntered={entered} onSignOut={() => void signOut()} />;
  return <SessionProvider value={{ session: state.session, entered, signOut }}>{children}</SessionProvider>;
}
