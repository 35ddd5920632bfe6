import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

/** The daemon's ids are no longer. */
const MOST_ID = 255;

export interface ModerationSearch extends ListSearch {
  tab?: 'decisions';
  /** Without it a phone shows one at a time, a wider window the table. */
  mode?: 'one' | 'table';
  /** Only the decisions on this creator's codes. */
  creator?: string;
}

export function parseModerationSearch(raw: Record<string, unknown>): ModerationSearch {
  const { q, page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, ['decisions'] as const);
  const mode = oneOf(raw.mode, ['one', 'table'] as const);
  const creator = typeof raw.creator === 'string' ? raw.creator.slice(0, MOST_ID) : '';
  return {
    ...(q && { q }),
    ...(page && { page }),
    ...(tab && { tab }),
    ...(mode && { mode }),
    ...(creator && { creator }),
  };
}
