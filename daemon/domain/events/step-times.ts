/** The quantiles of the times that people take for a step of a funnel: the median and the 90th percentile. */
export const STEP_TIMES = [0.5, 0.9] as const;

/**
 * Returns each quantile of the times: the shortest time within which more than this share of the people took the step.
 * ClickHouse's `quantilesExact` returns the same.
 */
export function quantilesOf(times: readonly number[]): number[] {
  // A typed array sorts numbers by value, and faster than a list does.
  const sorted = Float64Array.from(times).sort();
  return sorted.length === 0 ? [] : STEP_TIMES.map((level) => sorted[Math.floor(level * sorted.length)] ?? 0);
}
