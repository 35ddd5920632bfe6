import { oneOf } from '../../lib/list-search.ts';

const PERIODS = ['24h', '7d', '30d', '90d'] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = '30d';
const HOUR_MS = 3_600_000;
const HOURS: Record<Period, number> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 };

export interface DashboardSearch {
  period?: Period;
}

export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const period = oneOf(raw.period, PERIODS);
  return period && period !== DEFAULT_PERIOD ? { period } : {};
}

/** Up to the end of the present hour, so that the question stays the same while it lasts and its ETag holds. */
export function rangeOf(period: Period, now: number): { from: string; to: string } {
  const to = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  return { from: new Date(to - HOURS[period] * HOUR_MS).toISOString(), to: new Date(to).toISOString() };
}
