import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../../daemon/contract/endpoint.ts';
import { ask } from '../../../client/ask.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../../lib/list-search.ts';
import type { PayoutRun } from '../payouts-queries.ts';

export type RunDifference = AnswerOf<Endpoints['getPayoutDifference']>;
export type DifferenceRow = RunDifference['data'][number];

export const CHANGES = ['new', 'gone', 'address_changed', 'payable_changed'] as const;
type Change = (typeof CHANGES)[number];
const SORTS = ['change', 'difference', 'payable_now', 'creator'] as const;
type Sort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`;
export const DEFAULT_ORDER: Sort = '-change';

export interface CompareSearch extends ListSearch {
  /** The ID of the earlier run; by default the previous one. */
  to?: number;
  only?: Change;
  sort?: Sort;
}

export function parseCompareSearch(raw: Record<string, unknown>): CompareSearch {
  const { q, page } = parseListSearch(raw);
  const to = /^[1-9]\d{0,15}$/.test(String(raw.to)) ? Number(raw.to) : undefined;
  const only = oneOf(raw.only, CHANGES);
  const sort = oneOf(
    raw.sort,
    SORTS.flatMap((name): Sort[] => [name, `-${name}`]),
  );
  return { ...(q && { q }), ...(page && { page }), ...(to && { to }), ...(only && { only }), ...(sort && { sort }) };
}

export const differenceInput = (runId: number, { to, ...search }: CompareSearch) => ({
  params: { run_id: runId },
  query: { ...search, ...(to && { to: String(to) }) },
});

export const differenceQuery = (runId: number, search: CompareSearch) =>
  queryOptions({
    queryKey: ['payout-runs', 'difference', runId, search],
    queryFn: () => ask('getPayoutDifference', differenceInput(runId, search)),
    placeholderData: keepPreviousData,
  });

const PAGE_SIZE = 100;
const ENOUGH = 100;

/** Loads the runs that were created before this one and can be compared with it, newest first. */
export const earlierRunsQuery = (runId: number) =>
  queryOptions({
    queryKey: ['payout-runs', 'earlier', runId],
    queryFn: async () => {
      const found: PayoutRun[] = [];
      for (let page = 1; found.length < ENOUGH; page += 1) {
        const { data } = await ask('listPayoutRuns', { query: { page, page_size: PAGE_SIZE } });
        found.push(...data.filter((run) => run.run_id < runId && run.totals !== null));
        if (data.length < PAGE_SIZE) break;
      }
      return found;
    },
  });
