import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { bridge } from '../client/bridge.ts';
import { hasNotified } from '../client/notify.ts';
import { createQueryClient } from '../client/query-client.ts';
import { EnvironmentBand } from '../components/environment-mark.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import { mayBeSignedIn } from '../lib/session-mark.ts';
import { useStore } from '../lib/store.ts';
import { BootSkeleton } from './boot-skeleton.tsx';
import { styleNonce } from './nonce.ts';
import { SessionGate } from './session-gate.tsx';
import { cssVariables, theme } from './theme.ts';

const { desktop } = bridge;
const colorSchemes = localStorageColorSchemeManager({ key: 'portal.color-scheme' });

const ConnectPage = lazyPart(() => import('../features/connect/connect-page.tsx'), 'ConnectPage');
const Notes = lazyPart(() => import('../components/notes.tsx'), 'Notes');
const DesktopParts = lazyPart(() => import('./desktop-parts.tsx'), 'DesktopParts');
const loadScreens = () => import('./signed-in.tsx');
const SignedIn = lazyPart(loadScreens, 'SignedIn');
// The screens load while the daemon checks the session.
if (mayBeSignedIn()) void loadScreens();

export function App() {
  const [signedOutAt, setSignedOutAt] = useState(0);
  const [totpAskedAt, setTotpAskedAt] = useState(0);
  const [queries] = useState(() =>
    createQueryClient({
      onSignedOut: () => setSignedOutAt(Date.now()),
      onTotpAsked: () => setTotpAskedAt(Date.now()),
    }),
  );
  const hasNotes = useStore(hasNotified);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={styleNonce}
    >
      <EnvironmentBand />
      <QueryClientProvider client={queries}>
        <Suspense fallback={<BootSkeleton />}>
          {desktop && bridge.connection().url === '' ? (
            <ConnectPage desktop={desktop} />
          ) : (
            <SessionGate signedOutAt={signedOutAt} totpAskedAt={totpAskedAt}>
              <SignedIn />
            </SessionGate>
          )}
        </Suspense>
        <Suspense>{desktop && <DesktopParts desktop={desktop} />}</Suspense>
        <Suspense>{hasNotes && <Notes />}</Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
