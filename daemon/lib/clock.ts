/** Milliseconds since 1970 UTC. Time is always passed in; `compose` makes the one real clock. */
export type Clock = () => number;

export const QUARTER_MS = 900_000;
export const HOUR_MS = 4 * QUARTER_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Series are kept by the quarter of an hour: every zone's offset is whole quarters, so its hours and days are whole ones too. */
export const startOfQuarter = (instant: number) => Math.floor(instant / QUARTER_MS) * QUARTER_MS;
export const startOfHour = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS;

/** ISO 8601 in UTC with milliseconds, as every answer carries instants. */
export const isoInstant = (instant: number) => new Date(instant).toISOString();

export const instantOrNull = (instant: number | null) => (instant === null ? null : isoInstant(instant));
