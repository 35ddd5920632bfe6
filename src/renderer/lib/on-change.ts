import { useEffect, useRef } from 'react';

/** Acts when a value changes, but not when it appears: undefined means that it has not been loaded. */
export function useOnChange(value: number | boolean | undefined, act: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before !== undefined && value !== undefined && before !== value) act();
  });
}
