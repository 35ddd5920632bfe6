import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';
import { type Period, parsePeriod } from '../../lib/periods.ts';

const TABS = ['results', 'payouts', 'details', 'activity'] as const;

export interface CreatorSearch extends ListSearch {
  tab?: (typeof TABS)[number];
  /** The period of the results. */
  period?: Period;
}

export function parseCreatorSearch(raw: Record<string, unknown>): CreatorSearch {
  const { page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, TABS);
  const period = parsePeriod(raw.period);
  return { ...(tab && { tab }), ...(page && { page }), ...(period && { period }) };
}
