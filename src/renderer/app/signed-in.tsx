import { MantineThemeProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { TimeZoneProvider } from '../client/organisation.tsx';
import { askedQuestion } from '../lib/confirm.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';
import { createPortalRouter } from './router.tsx';

const loadConfirmDialog = () => import('../components/confirm-dialog.tsx');
const ConfirmDialog = lazyPart(loadConfirmDialog, 'ConfirmDialog');

/** Floating menus and lists belong to the main landmark, where screen readers find them. */
const inMain = { components: { Portal: { defaultProps: { target: '#floating' } } } };

const QUIET_MS = 3000;
/** Loads in advance the parts that might be needed while the daemon is unreachable. */
const loadForLater = () =>
  Promise.allSettled([
    loadConfirmDialog(),
    import('../components/notes.tsx'),
    import('./user-menu.tsx'),
    import('../features/sign-in/sign-in-again.tsx'),
  ]);

/** Renders the screens of the Portal, and the dialog that asks for confirmation. */
export function SignedIn() {
  const [router] = useState(createPortalRouter);
  const [hasAsked, setHasAsked] = useState(false);
  const isAsked = useStore(askedQuestion) !== null;
  if (isAsked && !hasAsked) setHasAsked(true);
  useEffect(() => {
    const timer = setTimeout(loadForLater, QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <TimeZoneProvider>
      <MantineThemeProvider inherit theme={inMain}>
        <RouterProvider router={router} />
      </MantineThemeProvider>
      <Suspense>{hasAsked && <ConfirmDialog />}</Suspense>
    </TimeZoneProvider>
  );
}
