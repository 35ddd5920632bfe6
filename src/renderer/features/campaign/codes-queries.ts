import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { afterOf, type CodesSearch, originOf } from './campaign-search.ts';

export const DEFAULT_SORT = '-created_at';
/** A campaign, or one of its batches. */
export interface CodesOf {
  campaign_id: number;
  batch_id?: number;
}
export type CodesPage = AnswerOf<Endpoints['listCodes']>;

export function codesInput({ campaign_id, batch_id }: CodesOf, search: CodesSearch) {
  const { q, page, page_size, code_type, state, tag, sort = DEFAULT_SORT } = search;
  const origin = originOf(search);
  const after = afterOf(search);
  const query = {
    ...{ q, code_type, tag, sort, batch_id, page_size },
    ...(after ? { cursor: after.cursor } : { page }),
    ...(batch_id === undefined && origin !== 'any' && { origin }),
    ...(state === 'on' || state === 'off' ? { active: state === 'on' ? ('Y' as const) : ('N' as const) } : { state }),
  };
  return { params: { campaign_id }, query };
}

export function codesQuery(of: CodesOf, search: CodesSearch) {
  const input = codesInput(of, search);
  return queryOptions({
    queryKey: ['codes', 'list', of.campaign_id, input.query],
    queryFn: () => ask('listCodes', input),
    placeholderData: keepPreviousData,
  });
}

/** Counts the codes of a campaign: all of them, or those from batches. */
export const countCodesQuery = (campaign_id: number, origin?: 'batch') =>
  queryOptions({
    queryKey: ['codes', 'list', campaign_id, 'count', origin],
    queryFn: async () => (await ask('listCodes', { params: { campaign_id }, query: { page_size: 1, origin } })).total,
  });
