import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';

export type Code = AnswerOf<Endpoints['getCode']>;

const RECENT = 10;

/**
 * Loads the newest codes of a campaign, preferably manually created ones. A new code gets their redeem page and can
 * reuse their rewards.
 */
export const recentCodesQuery = (campaignId: number) =>
  queryOptions({
    queryKey: ['codes', 'list', campaignId, 'recent'],
    queryFn: async () => {
      const newest = (query: { origin?: 'hand' }) =>
        ask('listCodes', { params: { campaign_id: campaignId }, query: { ...query, page_size: RECENT } });
      const { data } = await newest({ origin: 'hand' });
      return data.length > 0 ? data : (await newest({})).data;
    },
  });

export const codeQuery = (codeId: number) =>
  queryOptions({
    queryKey: ['codes', 'one', codeId],
    queryFn: () => ask('getCode', { params: { code_id: codeId } }),
  });
