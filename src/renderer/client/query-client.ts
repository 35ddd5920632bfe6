import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { interruptWith } from '../lib/signed-in-again.ts';
import { problemOf } from './ask.ts';

const RETRIES = 1;
const STALE_MS = 5000;
const TRY_AGAIN_MS = 3000;

/**
 * Returns true if there was no response or a temporary error, so that a retry can succeed. A retry does not change a
 * refusal.
 */
function isOutage(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === 0 || status >= 502;
}

interface AnyQuery {
  state: { error: Error | null };
}
/**
 * Returns the time until a query repeats: short during an outage, never if the session has ended, otherwise `ms`. After
 * a new sign-in all queries load again.
 */
export const askAgainEvery =
  (ms: number | false) =>
  ({ state }: AnyQuery): number | false => {
    if (!state.error) return ms;
    if (isOutage(state.error)) return TRY_AGAIN_MS;
    return problemOf(state.error).code === 'unauthorized' ? false : ms;
  };

interface SessionRefused {
  /** Called when the session has ended. */
  onSignedOut: () => void;
  /** Called when the daemon requires the user to set up a second factor. */
  onTotpAsked: () => void;
}

export function createQueryClient({ onSignedOut, onTotpAsked }: SessionRefused): QueryClient {
  const interrupt = (code: string) => {
    if (code === 'unauthorized') onSignedOut();
    if (code === 'totp_setup_required') onTotpAsked();
  };
  interruptWith(interrupt);
  const onError = (error: unknown) => interrupt(problemOf(error).code);
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // One retry bridges a restart of the daemon. Only an outage is retried, because a refusal would be the same.
        retry: (count, error) => count < RETRIES && problemOf(error).status === 503,
        refetchInterval: askAgainEvery(false),
        refetchOnWindowFocus: ({ state }) => (state.error ? 'always' : true),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
