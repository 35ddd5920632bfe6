import { Unavailable } from '../../../daemon/lib/unavailable.ts';

/** Repeats a write that waits too long on a busy machine, as a client does after the daemon's 503. */
export async function untilAnswered<T>(write: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
}
