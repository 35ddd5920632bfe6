import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** Returns a query's error, even during a retry, so that the screen does not flicker. */
export function useLastingError(query: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>): Error | null {
  const last = useRef<Error | null>(null);
  if (query.error) last.current = query.error;
  return query.error ?? (query.data === undefined && query.errorUpdateCount > 0 ? last.current : null);
}
