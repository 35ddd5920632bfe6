import type { KeyStorage } from './storage.ts';
import { backOff } from './verdict.ts';

const PAUSE_MS = 300_000;

/**
 * Not before when, how many failures in a row, and whose wish that is: ours, the server's, or a key's that is not
 * taken.
 */
interface Wait {
  /** By the machine's clock, which other tabs and the next page have as well. */
  until: number;
  /** How long that was when it began. */
  ms: number;
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
  let known = 0;
  let end = 0;
  return {
    msLeft() {
      const { until = 0, ms = 0 } = get();
      // A wait that is known runs by a clock that cannot be set; a new wait is no longer than it says.
      if (until !== known) end = performance.now() + Math.min(until - Date.now(), ms);
      known = until;
      return Math.max(0, end - performance.now());
    },
    putOff(after, isPause) {
      const failures = (get().failures ?? 0) + 1;
      const least = after || (isPause ? PAUSE_MS : 0);
      // All who were told the same must not come back at the same moment.
      const ms = Math.max(least && least + Math.random() * 1000, backOff(failures, Math.random()));
      const wait: Wait = { until: Date.now() + ms, ms, failures, by: after ? 'server' : isPause ? 'key' : 'us' };
      storage.set('wait', JSON.stringify(wait));
    },
    end(by) {
      if (!by || get().by === by) storage.set('wait', null);
    },
  };
}
