import { oneOf } from '../../lib/list-search.ts';
import { DEFAULT_PERIOD, PERIODS, type Period } from '../../lib/periods.ts';

export interface DashboardSearch {
  period?: Period;
}

export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const period = oneOf(raw.period, PERIODS);
  return period && period !== DEFAULT_PERIOD ? { period } : {};
}
