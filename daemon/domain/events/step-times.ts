/** The quantiles of the times that people take for a step of a funnel: the median and the 90th percentile. */
export const STEP_QUANTILES = [0.5, 0.9] as const;

/** How many people reached a step, and how long they took from the previous step. */
export interface StepReached {
  users: number;
  /** Null for the first step, and for a step that no person reached. */
  median_ms: number | null;
  p90_ms: number | null;
}

export const stepReached = (users: number, [median, p90]: readonly number[] = []): StepReached => ({
  users,
  median_ms: median ?? null,
  p90_ms: p90 ?? null,
});

/**
 * Returns, for each share in `STEP_QUANTILES`, the shortest time within which more than that share took the step.
 * ClickHouse's `quantilesExact` returns the same.
 */
export function quantilesOf(times: readonly number[]): number[] {
  // A typed array sorts numbers without a comparison function, and faster than an ordinary array.
  const sorted = Float64Array.from(times).sort();
  return sorted.length === 0 ? [] : STEP_QUANTILES.map((level) => sorted[Math.floor(level * sorted.length)] ?? 0);
}
