import { afterAll } from 'vitest';

type Drop = () => Promise<void>;
const leftOver = new Set<Drop>();

/** Ensures that a database is verified and dropped, even if its test does not do so. */
export function dropAtLast(drop: Drop): Drop {
  const once = async () => {
    if (leftOver.delete(once)) await drop();
  };
  leftOver.add(once);
  return once;
}

export async function dropLeftOver() {
  const dropped = await Promise.allSettled([...leftOver].map((drop) => drop()));
  for (const one of dropped) if (one.status === 'rejected') throw one.reason;
}

// Test files import this module before they add hooks, so this hook runs last.
afterAll(dropLeftOver);
