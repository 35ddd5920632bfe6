import type { KeyStorage } from './storage.ts';
import { backOff } from './verdict.ts';

const PAUSE_MS = 300_000;

/**
 * A wait with its end, the number of consecutive failures and its reason: the SDK's own back-off, the server's
 * `Retry-After` or a refused key.
 */
interface Wait {
  /** A time on the machine's clock, which other tabs and the next page share. */
  until: number;
  /** The length of the wait when it began. */
  ms: number;
  failures: number;
  by: 'us' | 'server' | 'key';
}

/** How long the SDK sends nothing to the server. All tabs share the wait, and it survives a reload. */
export interface Waits {
  /** Returns how many milliseconds of the wait are left; 0 if there is no wait. */
  msLeft(): number;
  /** Begins a wait after a failure. `after` is the value of `Retry-After` in milliseconds. */
  putOff(after: number, isPause?: boolean): void;
  /** Ends a wait with this reason, or any wait if there is no argument. */
  end(by?: Wait['by']): void;
}

export function createWaits(storage: KeyStorage): Waits {
  const get = () => storage.read<Wait>('wait');
  let known = 0;
  let end = 0;
  return {
    msLeft() {
      const { until = 0, ms = 0 } = get();
      // A wait that this page has already read is measured with a clock that the user cannot set. A new wait lasts no
      // longer than its stored length.
      if (until !== known) end = performance.now() + Math.min(until - Date.now(), ms);
      known = until;
      return Math.max(0, end - performance.now());
    },
    putOff(after, isPause) {
      const failures = (get().failures ?? 0) + 1;
      const least = after || (isPause ? PAUSE_MS : 0);
      // A random part is added, so that clients with the same `Retry-After` do not all retry at the same moment.
      const ms = Math.max(least && least + Math.random() * 1000, backOff(failures, Math.random()));
      const wait: Wait = { until: Date.now() + ms, ms, failures, by: after ? 'server' : isPause ? 'key' : 'us' };
      storage.set('wait', JSON.stringify(wait));
    },
    end(by) {
      if (!by || get().by === by) storage.set('wait', null);
    },
  };
}
