/** Returns milliseconds since 1970 UTC. Callers pass the clock in; only `compose` creates a real one. */
export type Clock = () => number;

export const QUARTER_MS = 900_000;
export const HOUR_MS = 4 * QUARTER_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the start of the quarter of an hour that contains an instant. Series have a row per quarter: every zone's
 * offset is a whole number of quarters, so days and hours consist of whole rows.
 */
export const startOfQuarter = (instant: number) => Math.floor(instant / QUARTER_MS) * QUARTER_MS;
export const startOfHour = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS;
export const startOfUtcDay = (instant: number) => Math.floor(instant / DAY_MS) * DAY_MS;

/** Formats an instant as ISO 8601 in UTC with milliseconds, as in every response. */
export const isoInstant = (instant: number) => new Date(instant).toISOString();

export const instantOrNull = (instant: number | null) => (instant === null ? null : isoInstant(instant));
