import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../../daemon/contract/endpoint.ts';
import { ask } from '../../../client/ask.ts';
import type { Tier } from '../../../client/campaigns.ts';

export type Trial = Extract<AnswerOf<Endpoints['dryRunPayouts']>, { creators: unknown }>;

/** The values that the user tried. */
export interface Tried {
  /** Absent until the user tries tiers: the stored terms then apply. */
  tiers?: Tier[];
  from: string;
  to: string;
  /** The number of the attempt, so that the same values can be tried again. */
  attempt: number;
}

export const trialQuery = (campaign_id: number, tried: Tried, page: number) =>
  queryOptions({
    queryKey: ['payout-runs', 'trial', campaign_id, tried, page],
    queryFn: async () => {
      const { attempt: _, ...values } = tried;
      return (await ask('dryRunPayouts', { body: { kind: 'trial', campaign_id, ...values, page } })) as Trial;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    // The request reads the campaign's ledger, so it must not repeat each time the window gets the focus.
    refetchOnWindowFocus: false,
  });
