import { markSignedIn } from '../lib/session-mark.ts';

/** Notes that the browser came back from the company's provider with a session, which scripts cannot see. */
export function takeCompanyReturn(): void {
  if (location.hash !== '#signed-in') return;
  history.replaceState(null, '', location.pathname + location.search);
  markSignedIn(true);
}
