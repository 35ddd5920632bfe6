import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

export interface CreatorSearch extends ListSearch {
  tab?: 'payouts' | 'details';
}

export function parseCreatorSearch(raw: Record<string, unknown>): CreatorSearch {
  const { page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, ['payouts', 'details'] as const);
  return { ...(tab && { tab }), ...(page && { page }) };
}
