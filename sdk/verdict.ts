export const DAY_MS = 86_400_000;

/**
 * What a response means for the events that were sent.
 * - `done`: the daemon has them, except those that the response lists.
 * - `retry`: the daemon does not have them; wait, then send them again.
 * - `pause`: the daemon refuses the key. The SDK keeps the events and retries after five minutes.
 * - `split`: the request is too large, or one of its events is bad; send half of the events.
 * - `drop`: the only event in the request is too large or bad.
 */
export type Verdict = 'done' | 'retry' | 'pause' | 'split' | 'drop';

/**
 * Returns what a response means. Status 0 means that there was no response. A response that the daemon did not write,
 * such as a firewall's page, is treated as if there was none, except 413: any server on the way can refuse the size.
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
 * Returns the milliseconds to wait after this many consecutive failures: 1 to 1.5 s, doubled each time, up to 5 min.
 * `random` is 0 to 1.
 */
export const backOff = (failures: number, random: number): number =>
  Math.min(300_000, 1500 * 2 ** (failures - 1)) * (1 - random / 3);

/** Returns `Retry-After` in milliseconds, from both forms of the header and at most a day; 0 if there is no header. */
export function retryAfter(header: string | null, now: number): number {
  const ms = Number(header) * 1000 || Date.parse(`${header}`) - now;
  return ms > 0 ? Math.min(ms, DAY_MS) : 0;
}

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Returns the first of these texts, as many as fit into a request of `bytes`, but at least one. */
export function cutBatch<T extends { text: string }>(waiting: readonly T[], bytes: number): T[] {
  let used = 200;
  return waiting.filter(({ text }, at) => {
    // The sum only grows, so after the first text that does not fit, no other text fits.
    used += bytesOf(text) + 1;
    return at === 0 || used <= bytes;
  });
}
