/** The most tries to one webhook endpoint that one daemon makes at the same time. */
export const TOGETHER = 16;
/** The most deliveries in one round. */
export const LARGEST_ROUND = 256;
/** So long after its lease was taken a round begins no new try, so that its lease outlasts the last try by far. */
export const ROUND_MS = 10_000;
const QUICK_MS = 1000;

/** Far longer than a try may take, yet short, so that another daemon soon sends the deliveries of a killed one. */
const LEASE_MS = 60_000;
export const LONGEST_LEASE_MS = 2 * LEASE_MS;

export const leaseAt = (now: number) => ({ now, until: now + LEASE_MS, longest: LONGEST_LEASE_MS });

export interface Round {
  size: number;
  ms: number;
  /** Every delivery of the round succeeded. */
  smooth: boolean;
}

/** Rounds to a quick endpoint grow, so that more deliveries share the cost of the lease and the settling. */
export function nextRoundSize({ size, ms, smooth }: Round): number {
  if (!smooth) return TOGETHER;
  return ms <= QUICK_MS ? Math.min(LARGEST_ROUND, size * 2) : Math.max(TOGETHER, size / 2);
}
