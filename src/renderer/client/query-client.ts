import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { interruptWith } from '../lib/signed-in-again.ts';
import { problemOf } from './ask.ts';

const RETRIES = 1;
const STALE_MS = 5000;
const TRY_AGAIN_MS = 3000;

/**
 * True if there was no answer, or an answer that says to come back later; a repeated request may succeed. A refusal
 * stays a refusal.
 */
function isOutage(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === 0 || status >= 502;
}

interface AnyQuery {
  state: { error: Error | null };
}
/**
 * How long until a query repeats: soon during an outage, never without a session, otherwise as its screen sets it. After
 * a new sign-in all queries are loaded again.
 */
export const askAgainEvery =
  (ms: number | false) =>
  ({ state }: AnyQuery): number | false => {
    if (!state.error) return ms;
    if (isOutage(state.error)) return TRY_AGAIN_MS;
    return problemOf(state.error).code === 'unauthorized' ? false : ms;
  };

interface SessionRefused {
  /** The daemon no longer knows the session. */
  onSignedOut: () => void;
  /** The daemon refuses this session until a second factor is set up. */
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
        // One more attempt bridges a restart; the daemon would only repeat a refusal.
        retry: (count, error) => count < RETRIES && problemOf(error).status === 503,
        refetchInterval: askAgainEvery(false),
        refetchOnWindowFocus: ({ state }) => (state.error ? 'always' : true),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
