/** The periods of figures that the user can choose; each ends now. */
export const PERIODS = ['24h', '7d', '30d', '90d'] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = '30d';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const DAY_MS = 24 * HOUR_MS;
const DAYS: Record<Period, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 };

/** Returns a period that ends with the current quarter of an hour, so that the request stays the same until then. */
export function rangeOf(period: Period, now: number, zone?: string): { from: string; to: string } {
  const quarter = Math.floor(now / QUARTER_MS) * QUARTER_MS;
  const to = quarter + QUARTER_MS;
  // The daemon extends 24 hours to whole hours of the organisation's zone, which can start at any quarter, so a request
  // that is three quarters shorter covers exactly 24 of them. It extends days to whole days, including today.
  const from = period === '24h' ? to - DAY_MS + 3 * QUARTER_MS : daysBefore(quarter, DAYS[period] - 1, zone);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Returns an instant on the local day `days` earlier, because `days * 24` hours can miss it if the clocks change. */
function daysBefore(at: number, days: number, zone: string | undefined): number {
  const then = at - days * DAY_MS;
  const difference = dayOf(at, zone) - dayOf(then, zone) - days * DAY_MS;
  return then + Math.sign(difference) * 2 * HOUR_MS;
}

const dayOf = (at: number, timeZone: string | undefined) =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(at));
