import { CODE_TYPES } from '../../../../daemon/contract/words.ts';
import { tagOf } from '../../client/tags.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';
import { type Period, parsePeriod } from '../../lib/periods.ts';

const TABS = ['codes', 'batches', 'results', 'details', 'activity'] as const;
export type CampaignTab = (typeof TABS)[number];
const FIELDS = ['created_at', 'name', 'code', 'number_of_claims'] as const;
type Field = (typeof FIELDS)[number];
const SORTS = FIELDS.flatMap((name) => [name, `-${name}`] as const);
export const CODE_STATES = ['on', 'off', 'redeemed', 'unredeemed', 'limit_reached'] as const;
export const ORIGINS = ['hand', 'import', 'generate', 'any'] as const;

export interface CodesSearch extends ListSearch {
  sort?: Field | `-${Field}`;
  code_type?: (typeof CODE_TYPES)[number];
  state?: (typeof CODE_STATES)[number];
  origin?: (typeof ORIGINS)[number];
  tag?: string;
}

export interface CampaignSearch extends CodesSearch {
  tab?: CampaignTab;
  /** The period of the results; the campaign's own by default. */
  period?: Period;
}

const MOST = 1000;

export function parseCampaignSearch(raw: Record<string, unknown>): CampaignSearch {
  const { q, page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, TABS);
  const sort = oneOf(raw.sort, SORTS);
  const code_type = oneOf(raw.code_type, CODE_TYPES);
  const state = oneOf(raw.state, CODE_STATES);
  const origin = oneOf(raw.origin, ORIGINS);
  const tag = tagOf(raw.tag);
  const period = parsePeriod(raw.period, null);
  const after = typeof raw.after === 'string' && /^\d{1,9}\.[\w-]+$/.test(raw.after) ? raw.after : undefined;
  return {
    ...(tab && tab !== 'codes' && { tab }),
    ...(q && { q }),
    ...(page && { page }),
    ...(sort && { sort }),
    ...(code_type && { code_type }),
    ...(state && { state }),
    ...(origin && { origin }),
    ...(tag && { tag }),
    ...(period && { period }),
    ...(after && after.length <= MOST && { after }),
  };
}

/**
 * Returns the origin of the codes to list. A search or a tag filter covers codes of any origin. Otherwise, only
 * manually created codes are listed by default, because they would be lost among the codes of batches.
 */
export const originOf = ({ origin, q, tag }: CodesSearch) => origin ?? (q || tag ? 'any' : 'hand');

/** Returns the position beyond the numbered pages: the number of the first row, and the daemon's cursor. */
export function afterOf({ after }: CodesSearch): { row: number; cursor: string } | null {
  if (after === undefined) return null;
  const dot = after.indexOf('.');
  return { row: Number(after.slice(0, dot)), cursor: after.slice(dot + 1) };
}
