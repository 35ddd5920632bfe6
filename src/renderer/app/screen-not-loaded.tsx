import { useEffect } from 'react';
import { Refused } from '../client/ask.ts';
import { bridge } from '../client/bridge.ts';
import { NO_CONNECTION } from '../client/no-connection.ts';
import { ErrorState } from '../components/states.tsx';

const TRY_AGAIN_MS = 3000;
const RELOADED_AT = 'portal.reloaded-at';
const ONCE_PER_MS = 60_000;

/**
 * In the place of a screen whose script could not be fetched: the daemon is away, or it serves a newer Portal by now.
 * Once the daemon answers, the whole page is loaded again, because browsers remember a script that could not be fetched.
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
