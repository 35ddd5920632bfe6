import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ConnectPage } from '../features/connect/connect-page.tsx';
import { bridge } from '../lib/bridge.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { styleNonce } from './nonce.ts';
import { createPortalRouter } from './router.tsx';
import { SessionGate } from './session-gate.tsx';
import { cssVariables, theme } from './theme.ts';

const { desktop } = bridge;
const colorSchemes = localStorageColorSchemeManager({ key: 'portal.color-scheme' });

export function App() {
  const [router] = useState(createPortalRouter);
  const [signedOutAt, setSignedOutAt] = useState(0);
  const [totpAskedAt, setTotpAskedAt] = useState(0);
  const [queries] = useState(() =>
    createQueryClient({
      onSignedOut: () => setSignedOutAt(Date.now()),
      onTotpAsked: () => setTotpAskedAt(Date.now()),
    }),
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        {desktop && bridge.connection().url === '' ? (
          <ConnectPage desktop={desktop} />
        ) : (
          <SessionGate
            signedOutAt={signedOutAt}
            totpAskedAt={totpAskedAt}
            onSetUp={() => void router.navigate({ to: '/settings', search: { first: 'yes' } as never })}
          >
            <ModalsProvider>
              <RouterProvider router={router} />
            </ModalsProvider>
          </SessionGate>
        )}
        <Notifications position="top-center" limit={3} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
