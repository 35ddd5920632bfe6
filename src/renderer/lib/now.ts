import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** Returns the current time, updated every minute or at the given interval. */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true });
  return now;
}
