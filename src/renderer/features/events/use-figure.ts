import {
  type DefaultError,
  hashKey,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import type { Counted } from './counted.ts';

/** The progress of a count, and the functions to stop it and to start it again. */
export interface CountState {
  state: 'running' | 'failed' | 'stopped' | 'done';
  counted: Counted;
  /** Whether the count failed or the user stopped it. Figures can then be missing. */
  isEnded: boolean;
  stop: () => void;
  again: () => void;
}

/** Reads a figure until its events are counted. A count that the user stopped is not requested again. */
export function useFigure<T extends Counted, K extends QueryKey>(options: UseQueryOptions<T, DefaultError, T, K>) {
  const queries = useQueryClient();
  const [stoppedKey, setStoppedKey] = useState('');
  const key = hashKey(options.queryKey);
  const isStopped = stoppedKey === key;
  const query = useQuery({ ...options, ...(isStopped && { enabled: false }) });
  const counted = query.isPlaceholderData ? undefined : query.data;
  const forget = async () => {
    const reportId = counted?.report?.report_id;
    // The request fails if the count has just ended. There is then nothing to cancel.
    if (reportId) await ask('cancelEventReport', { params: { report_id: reportId } }).catch(() => {});
  };
  const stop = () => {
    setStoppedKey(key);
    void forget();
  };
  const again = async () => {
    await forget();
    setStoppedKey('');
    await queries.invalidateQueries({ queryKey: options.queryKey });
  };
  const state = isStopped ? 'stopped' : (counted?.report?.status ?? 'done');
  const isEnded = state === 'failed' || state === 'stopped';
  const count: CountState | undefined = counted && { state, counted, isEnded, stop, again: () => void again() };
  return { ...query, count };
}
