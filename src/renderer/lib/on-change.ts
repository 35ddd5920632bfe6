import { useEffect, useRef } from 'react';

/** Calls `act` when a loaded value changes. Undefined means that the value has not been loaded yet. */
export function useOnChange(value: number | boolean | undefined, act: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before !== undefined && value !== undefined && before !== value) act();
  });
}
