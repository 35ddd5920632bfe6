import { Anchor, Center, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';
import { Refused } from '../client/ask.ts';
import { bridge, type Refusal, type Session } from '../client/bridge.ts';
import { changeServer } from '../client/change-server.ts';
import { type CompanyAccounts, readCompanyAccounts } from '../client/company-accounts.ts';
import { askEnvironment, noteEnvironment } from '../client/environment.ts';
import { forgetOpened } from '../client/opened.ts';
import { SessionProvider } from '../client/session.ts';
import { ErrorState } from '../components/states.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import { endWaits } from '../lib/signed-in-again.ts';
import { texts } from '../texts/texts.ts';
import { BootSkeleton } from './boot-skeleton.tsx';
import { takeCompanyReturn } from './company-return.ts';
import { Interruption, useKeysHeldBack } from './interruption.tsx';
import { takeInvitation } from './invitation.ts';

const EnterPage = lazyPart(() => import('../features/sign-in/enter-page.tsx'), 'EnterPage');
const SignInAgain = lazyPart(() => import('../features/sign-in/sign-in-again.tsx'), 'SignInAgain');
const SecondFactorStep = lazyPart(() => import('../features/sign-in/second-factor-step.tsx'), 'SecondFactorStep');

type State =
  | { at: 'asking' }
  | { at: 'failed'; problem: Refusal; invitation: string | null }
  | { at: 'out'; invitation: string | null; isNewServer: boolean | null; company: CompanyAccounts | null }
  | { at: 'in'; session: Session; interrupted: 'ended' | 'factor' | null };

const TRY_AGAIN_MS = 3000;

const withoutFactor = (session: Session): Session => ({
  ...session,
  staff: { ...session.staff, totp: false, totp_setup_required: true },
});

/** Returns whether the daemon has no owner yet; null for older daemons, which do not report it. */
async function isNewServer(): Promise<boolean | null> {
  const setup = await bridge.call('getSetup');
  return setup.ok ? (setup.body?.is_open ?? null) : null;
}

/** Returns the state of the page before sign-in, with all the data that the page needs for its first render. */
async function outside(invitation: string | null): Promise<State> {
  const [isNew, company] = await Promise.all([!invitation && isNewServer(), readCompanyAccounts()]);
  return { at: 'out', invitation, isNewServer: isNew, company };
}

/** Returns the state that follows from the daemon's response about the session. */
async function stateOf(reply: Awaited<ReturnType<typeof bridge.session>>, invitation: string | null): Promise<State> {
  if (!reply.ok) return { at: 'failed', problem: reply.problem, invitation };
  // An invitation is for the person who opens the link, even if another user is signed in.
  if (reply.session && !invitation) return { at: 'in', session: reply.session, interrupted: null };
  return await outside(invitation);
}

interface SessionGateProps {
  /** Changes when the daemon refuses the session. */
  signedOutAt: number;
  /** Changes when the daemon requires a second factor because the setting was turned on during the session. */
  totpAskedAt: number;
  children: ReactNode;
}

/**
 * Shows the screens to a signed-in user, and otherwise the sign-in page at the same address. If the session ends, a
 * sign-in form covers the screens, which keep unsaved input.
 */
export function SessionGate({ signedOutAt, totpAskedAt, children }: SessionGateProps) {
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ at: 'asking' });
  useKeysHeldBack(state.at === 'in' && state.interrupted !== null);

  const look = useCallback(async (invitation: string | null) => {
    setState({ at: 'asking' });
    const reply = await bridge.session();
    const next = await stateOf(reply, invitation);
    // In a transition, React renders the screens as soon as they have loaded. Otherwise it would show the fallback of
    // the lazy part first, and then keep it for at least 300 ms.
    startTransition(() => setState(next));
  }, []);
  useEffect(() => {
    takeCompanyReturn();
    void look(takeInvitation());
  }, [look]);
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
    setState((before) => (before.at === 'in' ? { ...before, interrupted: 'ended' } : before));
  }, [signedOutAt]);
  useEffect(() => {
    if (totpAskedAt === 0) return;
    setState((before) =>
      before.at === 'in' ? { ...before, session: withoutFactor(before.session), interrupted: 'factor' } : before,
    );
  }, [totpAskedAt]);

  const staffId = state.at === 'in' ? state.session.staff.staff_id : null;
  const entered = useCallback(
    (session: Session) => {
      // A different user must not see the previous user's cached data. For the same user, the data loads again.
      const isSamePerson = session.staff.staff_id === staffId;
      if (isSamePerson) void queries.invalidateQueries();
      else queries.clear();
      endWaits({ areScreensGone: !isSamePerson || session.staff.totp_setup_required });
      setState({ at: 'in', session, interrupted: null });
    },
    [queries, staffId],
  );
  const environment = state.at === 'in' ? state.session.environment : undefined;
  useEffect(() => {
    if (environment) noteEnvironment(environment);
    // The page before sign-in also shows the environment of its server.
    else if (state.at === 'out') void askEnvironment();
  }, [environment, state.at]);
  const signOut = useCallback(async () => {
    const [company] = await Promise.all([readCompanyAccounts(), bridge.signOut()]);
    endWaits({ areScreensGone: true });
    if (staffId !== null) forgetOpened(staffId);
    queries.clear();
    setState({ at: 'out', invitation: null, isNewServer: false, company });
  }, [queries, staffId]);

  if (state.at === 'asking') return <BootSkeleton />;
  if (state.at === 'failed')
    return (
      <Center mih="100vh">
        <Stack gap={0} align="center">
          <ErrorState error={new Refused(state.problem)} onRetry={() => void look(state.invitation)} />
          {changeServer && (
            <Anchor component="button" type="button" size="sm" onClick={changeServer}>
              {texts.shell.changeServer}
            </Anchor>
          )}
        </Stack>
      </Center>
    );
  if (state.at === 'out') return <EnterPage {...state} onEntered={entered} />;
  const { session, interrupted } = state;
  const factorStep = <SecondFactorStep session={session} onEntered={entered} onSignOut={() => void signOut()} />;
  if (session.staff.totp_setup_required && interrupted === null) return factorStep;
  return (
    <SessionProvider value={{ session, entered, signOut }}>
      <Fragment key={session.staff.staff_id}>{children}</Fragment>
      {interrupted === 'ended' && (
        <Interruption label={texts.shell.signInAgain}>
          <SignInAgain staff={session.staff} onEntered={entered} onSignOut={() => void signOut()} />
        </Interruption>
      )}
      {interrupted === 'factor' && <Interruption label={texts.shell.oneMoreStep}>{factorStep}</Interruption>}
    </SessionProvider>
  );
}
