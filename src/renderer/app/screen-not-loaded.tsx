import { useEffect } from 'react';
import { Refused } from '../client/ask.ts';
import { bridge } from '../client/bridge.ts';
import { NO_CONNECTION } from '../client/no-connection.ts';
import { ErrorState } from '../components/states.tsx';

const TRY_AGAIN_MS = 3000;
const RELOADED_AT = 'portal.reloaded-at';
const ONCE_PER_MS = 60_000;

/**
 * Replaces a screen whose script could not be loaded because the daemon is unreachable or serves a newer Portal.
 * Browsers do not load a failed script again, so the whole page reloads when the daemon responds again.
 */
export function ScreenNotLoaded() {
  useEffect(() => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - reloadedAt < ONCE_PER_MS) return;
    const timer = setInterval(async () => {
      const { ok } = await bridge.session();
      if (ok) reload();
    }, TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return <ErrorState error={new Refused(NO_CONNECTION)} onRetry={reload} />;
}

function reload() {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
