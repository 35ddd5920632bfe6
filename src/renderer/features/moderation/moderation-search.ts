import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

/** The maximum length of an ID. */
const MOST_ID = 255;

export interface ModerationSearch extends ListSearch {
  tab?: 'decisions';
  /** The view. The default is one code at a time on a phone, and the table in wider windows. */
  mode?: 'one' | 'table';
  /** The creator whose decisions are listed. */
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
