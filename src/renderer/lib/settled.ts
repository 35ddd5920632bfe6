import { useEffect, useState } from 'react';

const SETTLE_MS = 1000;

/**
 * Returns false for a second after `meaning` changes. A button that replaces another one ignores clicks in that time,
 * because they may be the second half of a double click.
 */
export function useSettled(meaning: string): boolean {
  const [settled, setSettled] = useState(meaning);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(meaning), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [meaning]);
  return settled === meaning;
}
