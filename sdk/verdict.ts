export const DAY_MS = 86_400_000;

/**
 * What an answer means for the events that were sent.
 * - `done`: the daemon has them, but for those it names.
 * - `retry`: nobody has them; wait, then send them again.
 * - `pause`: the key is not taken. They are kept, and it is tried again after five minutes.
 * - `split`: something in it is too large or bad; send half of them.
 * - `drop`: it is this one.
 */
export type Verdict = 'done' | 'retry' | 'pause' | 'split' | 'drop';

/**
 * 0 stands for no answer. What the daemon did not write (a firewall's page, a hotel's) is none either, but for a 413:
 * whichever server on the way says it, the request does not pass as it is.
 */
export function judge(status: number, isFromDaemon: boolean | undefined, events: number): Verdict {
  if (status !== 413) {
    // 404 is a server that is not set up yet, not a bad event.
    if (!isFromDaemon || status >= 500 || status === 404 || status === 429) return 'retry';
    if (status === 200) return 'done';
    if (status === 401 || status === 403) return 'pause';
  }
  return events > 1 ? 'split' : 'drop';
}

/**
 * Milliseconds to wait after so many failures in a row: 1 to 1.5 s, doubled each time, up to 5 min. `random` is 0 to 1.
 */
export const backOff = (failures: number, random: number): number =>
  Math.min(300_000, 1500 * 2 ** (failures - 1)) * (1 - random / 3);

/** `Retry-After` in milliseconds; 0 where there is none. Both forms of the header; at most a day. */
export function retryAfter(header: string | null, now: number): number {
  const ms = Number(header) * 1000 || Date.parse(`${header}`) - now;
  return ms > 0 ? Math.min(ms, DAY_MS) : 0;
}

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The first of these texts that fit into one request: at least one, and together with their commas under `bytes`. */
export function cutBatch<T extends { text: string }>(waiting: readonly T[], bytes: number): T[] {
  let used = 200;
  return waiting.filter(({ text }, at) => {
    // It only grows: after the first that does not fit, no other does.
    used += bytesOf(text) + 1;
    return at === 0 || used <= bytes;
  });
}
