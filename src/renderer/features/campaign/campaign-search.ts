import { CODE_TYPES } from '../../../../daemon/contract/words.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

const TABS = ['codes', 'batches', 'results', 'details'] as const;
export type CampaignTab = (typeof TABS)[number];
const SORTS = ['created_at', '-created_at', 'name', '-name', 'code', '-code'] as const;

export interface CampaignSearch extends ListSearch {
  tab?: CampaignTab;
  sort?: (typeof SORTS)[number];
  code_type?: 'redeem' | 'referral';
  active?: 'Y' | 'N';
}

export function parseCampaignSearch(raw: Record<string, unknown>): CampaignSearch {
  const { q, page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, TABS);
  const sort = oneOf(raw.sort, SORTS);
  const code_type = oneOf(raw.code_type, CODE_TYPES);
  const active = oneOf(raw.active, ['Y', 'N']);
  return {
    ...(tab && tab !== 'codes' && { tab }),
    ...(q && { q }),
    ...(page && { page }),
    ...(sort && { sort }),
    ...(code_type && { code_type }),
    ...(active && { active }),
  };
}
