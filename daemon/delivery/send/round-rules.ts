/** The maximum number of attempts that one daemon makes to a webhook endpoint at the same time. */
export const TOGETHER = 16;
/** The maximum number of deliveries in one round. */
export const LARGEST_ROUND = 256;
/** A round starts no new attempts once it has been leased for this long, so the lease far outlasts the last attempt. */
export const ROUND_MS = 10_000;
const QUICK_MS = 1000;

/** Far longer than an attempt can take, yet short enough that another daemon soon takes over from a killed one. */
const LEASE_MS = 60_000;
export const LONGEST_LEASE_MS = 2 * LEASE_MS;

export const leaseAt = (now: number) => ({ now, until: now + LEASE_MS, longest: LONGEST_LEASE_MS });

export interface Round {
  size: number;
  ms: number;
  /** Whether every delivery of the round succeeded. */
  smooth: boolean;
}

/**
 * Returns the size of the next round: larger after a quick round, so that more deliveries share the cost of leasing and
 * settling, and smaller after a slow or failed one.
 */
export function nextRoundSize({ size, ms, smooth }: Round): number {
  if (!smooth) return TOGETHER;
  return ms <= QUICK_MS ? Math.min(LARGEST_ROUND, size * 2) : Math.max(TOGETHER, size / 2);
}
