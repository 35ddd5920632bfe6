/** The periods of figures that a person chooses from; each ends now. */
export const PERIODS = ['24h', '7d', '30d', '90d'] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = '30d';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const HOURS: Record<Period, number> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 };

/**
 * A period that ends with the current quarter of an hour, so that the request stays the same during that quarter. The
 * daemon extends the period to whole hours of the organisation's zone, and hours of any zone begin with a quarter. So a
 * request that is three quarters shorter than the period covers exactly its number of whole hours.
 */
export function rangeOf(period: Period, now: number): { from: string; to: string } {
  const to = (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS;
  const from = to - HOURS[period] * HOUR_MS + 3 * QUARTER_MS;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
