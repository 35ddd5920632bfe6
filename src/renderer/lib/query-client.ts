import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { problemOf } from './ask.ts';

const RETRIES = 1;
const STALE_MS = 5000;

/** `onSignedOut` is called when the daemon no longer knows the session. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (problemOf(error).code === 'unauthorized') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // One more try bridges a restart; a refusal would only be refused again.
        retry: (count, error) => count < RETRIES && problemOf(error).status === 503,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
