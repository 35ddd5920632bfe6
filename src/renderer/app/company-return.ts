import { markSignedIn } from '../lib/session-mark.ts';

/**
 * Records that the user returned from the company's provider and is signed in, because scripts cannot see the session.
 */
export function takeCompanyReturn(): void {
  if (location.hash !== '#signed-in') return;
  history.replaceState(null, '', location.pathname + location.search);
  markSignedIn(true);
}
