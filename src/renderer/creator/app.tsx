import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { addressToken, ask, isFrame, isSignedOut, isUsedLink, openSession, type Session } from './ask.ts';
import { Codes } from './codes.tsx';
import { Overview } from './overview.tsx';
import { SignIn } from './sign-in.tsx';
import { LoadFailed, Loading } from './states.tsx';
import { t } from './texts.ts';

const Results = lazy(() => import('./results.tsx'));
const Statements = lazy(() => import('./statements.tsx'));
const Settings = lazy(() => import('./settings.tsx'));
const ConfirmAddress = lazy(() => import('./confirm-address.tsx'));

const SECTIONS = ['codes', 'results', 'payouts', 'settings'] as const;
type Section = (typeof SECTIONS)[number];

export function App() {
  if (addressToken !== null)
    return (
      <Suspense fallback={<Loading />}>
        <ConfirmAddress token={addressToken} />
      </Suspense>
    );
  return <Opened />;
}

function Opened() {
  const session = useQuery({ queryKey: ['session'], queryFn: openSession, staleTime: Number.POSITIVE_INFINITY });
  if (session.isPending) return <Loading />;
  if (isSignedOut(session.error)) return <SignIn isLinkUsed={isUsedLink(session.error)} />;
  if (session.error) return <LoadFailed retry={session.refetch} />;
  return <Page session={session.data} />;
}

function Page({ session }: { session: Session }) {
  const [section, setSection] = useState<Section>('codes');
  const signOut = useMutation({ mutationFn: () => ask('closeCreatorPage'), onSuccess: () => location.reload() });
  return (
    <div className="page">
      {session.is_view && <p className="note">{t.view(session.display_name ?? session.creator_id)}</p>}
      <header>
        <div>
          <p className="quiet">{session.organisation}</p>
          <h1>{t.hello(session.display_name ?? session.creator_id)}</h1>
        </div>
        {!isFrame && (
          <button type="button" className="plain" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
            {session.is_view ? t.closeView : t.signOut}
          </button>
        )}
      </header>
      <Overview onPayouts={() => setSection('payouts')} />
      <nav aria-label={t.menu}>
        {SECTIONS.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === section ? 'page' : undefined}
            onClick={() => setSection(name)}
          >
            {t.sections[name]}
          </button>
        ))}
      </nav>
      <main>
        <Suspense fallback={<Loading />}>
          {section === 'codes' && <Codes isView={session.is_view} />}
          {section === 'results' && <Results zone={session.time_zone} isView={session.is_view} />}
          {section === 'payouts' && <Statements creatorId={session.creator_id} />}
          {section === 'settings' && <Settings session={session} />}
        </Suspense>
      </main>
    </div>
  );
}
