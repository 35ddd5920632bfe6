import { type Period, parsePeriod } from '../../lib/periods.ts';

export interface DashboardSearch {
  period?: Period;
}

export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const period = parsePeriod(raw.period);
  return period ? { period } : {};
}
