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

/** Menus and lists that float above the screen belong to its main landmark; screen readers find them there. */
const inMain = { components: { Portal: { defaultProps: { target: '#floating' } } } };

const QUIET_MS = 3000;
/** What may be needed at any time, also while the daemon is away. */
const loadForLater = () =>
  Promise.allSettled([
    loadConfirmDialog(),
    import('../components/notes.tsx'),
    import('./user-menu.tsx'),
    import('../features/sign-in/sign-in-again.tsx'),
  ]);

/** The screens of the Portal, and the dialog that asks before an action. */
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
