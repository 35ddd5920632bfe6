import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

export interface ModerationSearch extends ListSearch {
  tab?: 'decisions';
  mode?: 'one';
}

export function parseModerationSearch(raw: Record<string, unknown>): ModerationSearch {
  const { q, page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, ['decisions'] as const);
  const mode = oneOf(raw.mode, ['one'] as const);
  return { ...(q && { q }), ...(page && { page }), ...(tab && { tab }), ...(mode && { mode }) };
}
