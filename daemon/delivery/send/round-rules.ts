/** So many tries to one endpoint are under way at a time, at most. */
export const TOGETHER = 16;
/** So many messages are taken for one round, at most. */
export const LARGEST_ROUND = 256;
/** A round that takes longer begins no new tries: its lease must outlast the last one by far. */
export const ROUND_MS = 10_000;
const QUICK_MS = 1000;

/** Far longer than a try may take, and short enough that a killed daemon's messages do not lie about. */
const LEASE_MS = 60_000;
export const LONGEST_LEASE_MS = 2 * LEASE_MS;

export const leaseAt = (now: number) => ({ now, until: now + LEASE_MS, longest: LONGEST_LEASE_MS });

export interface Round {
  size: number;
  ms: number;
  /** Everything that was tried was delivered. */
  smooth: boolean;
}

/** Rounds to an endpoint that answers quickly grow, so that many share what taking and settling them costs. */
export function nextRoundSize({ size, ms, smooth }: Round): number {
  if (!smooth) return TOGETHER;
  return ms <= QUICK_MS ? Math.min(LARGEST_ROUND, size * 2) : Math.max(TOGETHER, size / 2);
}
