/** Milliseconds since 1970 UTC. Time is always passed in; `compose` makes the one real clock. */
export type Clock = () => number;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const startOfHour = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS;

/** ISO 8601 in UTC with milliseconds, as every answer carries instants. */
export const isoInstant = (instant: number) => new Date(instant).toISOString();
