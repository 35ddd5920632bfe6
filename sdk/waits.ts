import type { KeyStorage } from './storage.ts';
import { backOff, DAY_MS } from './verdict.ts';

const PAUSE_MS = 300_000;

/**
 * Not before when, how many failures in a row, and whose wish that is: ours, the server's, or a key's that is not
 * taken.
 */
interface Wait {
  until: number;
  failures: number;
  by: 'us' | 'server' | 'key';
}

/** How long to leave the server alone: known to all tabs, also after a reload. */
export interface Waits {
  /** Milliseconds from now; 0 where there is nothing to wait for. */
  msLeft(): number;
  /** After a failure; `after` is what `Retry-After` said. */
  putOff(after: number, isPause?: boolean): void;
  /** Ends a wait of this kind, or, without one, any. */
  end(by?: Wait['by']): void;
}

export function createWaits(storage: KeyStorage): Waits {
  const get = () => storage.read<Wait>('wait');
  return {
    msLeft() {
      const ms = (get().until ?? 0) - Date.now();
      // More is none of ours: the clock was put back.
      return ms > 0 && ms < DAY_MS * 2 ? ms : 0;
    },
    putOff(after, isPause) {
      const failures = (get().failures ?? 0) + 1;
      // All who were told the same must not come back at the same moment.
      const ms = Math.max(
        after && after + Math.random() * 1000,
        backOff(failures, Math.random()),
        isPause ? PAUSE_MS : 0,
      );
      const wait: Wait = { until: Date.now() + ms, failures, by: after ? 'server' : isPause ? 'key' : 'us' };
      storage.set('wait', JSON.stringify(wait));
    },
    end(by) {
      if (!by || get().by === by) storage.set('wait', null);
    },
  };
}
