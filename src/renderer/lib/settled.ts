import { useEffect, useState } from 'react';

const SETTLE_MS = 1000;

/**
 * False for a second after `meaning` changed. A button that stands where another one stood takes no click in that time:
 * the second half of a double click was not meant for it.
 */
export function useSettled(meaning: string): boolean {
  const [settled, setSettled] = useState(meaning);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(meaning), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [meaning]);
  return settled === meaning;
}
