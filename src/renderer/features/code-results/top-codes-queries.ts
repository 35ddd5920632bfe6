import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';
import { DEFAULT_PERIOD, type Period, parsePeriod, rangeOf } from '../../lib/periods.ts';

export type CodeResult = AnswerOf<Endpoints['listCodeResults']>['data'][number];

const SORTS = ['-revenue', '-claims', '-payments', '-refunds'] as const;
export type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = '-revenue';

export interface TopCodesSearch extends ListSearch {
  period?: Period;
  sort?: Sort;
}

export function parseTopCodesSearch(raw: Record<string, unknown>): TopCodesSearch {
  const { page } = parseListSearch(raw);
  const period = parsePeriod(raw.period);
  const sort = oneOf(raw.sort, SORTS);
  return { ...(page && { page }), ...(period && { period }), ...(sort && sort !== DEFAULT_SORT && { sort }) };
}

interface Asked extends TopCodesSearch {
  game: string | undefined;
  now: number;
  zone: string | undefined;
}

export const topCodesInput = ({
  period = DEFAULT_PERIOD,
  sort = DEFAULT_SORT,
  page = 1,
  page_size,
  game,
  now,
  zone,
}: Asked) => ({
  query: { ...rangeOf(period, now, zone), sort, page, page_size, ...(game && { game_id: game }) },
});

export function topCodesQuery(asked: Asked) {
  const input = topCodesInput(asked);
  return queryOptions({
    queryKey: ['code-results', input],
    queryFn: () => ask('listCodeResults', input),
    placeholderData: keepPreviousData,
    enabled: asked.zone !== undefined,
  });
}
