export const DAY_MS = 86_400_000;

/**
 * What an answer means for the events that were sent.
 * - `done`: the daemon has them, except those that the answer names.
 * - `retry`: the daemon does not have them; wait, then send them again.
 * - `pause`: the daemon refuses the key. The SDK keeps the events and tries again after five minutes.
 * - `split`: one of them is too large or bad; send half of them.
 * - `drop`: the only event of the request is the bad one.
 */
export type Verdict = 'done' | 'retry' | 'pause' | 'split' | 'drop';

/**
 * Status 0 means no answer. An answer that the daemon did not write (a firewall's page, a hotel's sign-in page) counts
 * as none, except 413: whichever server refuses the size, the request is too large.
 */
export function judge(status: number, isFromDaemon: boolean | undefined, events: number): Verdict {
  if (status !== 413) {
    // 404 means a server that is not set up yet, not a bad event.
    if (!isFromDaemon || status >= 500 || status === 404 || status === 429) return 'retry';
    if (status === 200) return 'done';
    if (status === 401 || status === 403) return 'pause';
  }
  return events > 1 ? 'split' : 'drop';
}

/**
 * Milliseconds to wait after this many failures in a row: 1 to 1.5 s, doubled each time, up to 5 min. `random` is 0 to
 * 1.
 */
export const backOff = (failures: number, random: number): number =>
  Math.min(300_000, 1500 * 2 ** (failures - 1)) * (1 - random / 3);

/** `Retry-After` in milliseconds, from both forms of the header, at most a day; 0 without the header. */
export function retryAfter(header: string | null, now: number): number {
  const ms = Number(header) * 1000 || Date.parse(`${header}`) - now;
  return ms > 0 ? Math.min(ms, DAY_MS) : 0;
}

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The first of these texts that fit into one request: at least one, and together with their commas under `bytes`. */
export function cutBatch<T extends { text: string }>(waiting: readonly T[], bytes: number): T[] {
  let used = 200;
  return waiting.filter(({ text }, at) => {
    // The sum only grows: after the first text that does not fit, no other text fits.
    used += bytesOf(text) + 1;
    return at === 0 || used <= bytes;
  });
}
