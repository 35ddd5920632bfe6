import { afterAll } from 'vitest';

type Drop = () => Promise<void>;
const leftOver = new Set<Drop>();

/** Has a database dropped, which looks into its books, also where its test forgets to. */
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

// Hooked in by a test file's imports, that is before its own hooks, it runs after all of them.
afterAll(dropLeftOver);
