import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import { type ListSearch, oneOf } from '../../lib/list-search.ts';
import { DEFAULT_PERIOD, PERIODS, type Period, rangeOf } from '../../lib/periods.ts';

export type CodeFigures = AnswerOf<Endpoints['getCodeFigures']>;

export const LOOK_EVERY_MS = 5000;

export interface CodeSearch extends ListSearch {
  period?: Period;
  /** The ID of the code that a new code duplicates. */
  from?: number;
}

export function parseCodeSearch(raw: Record<string, unknown>): CodeSearch {
  const period = oneOf(raw.period, PERIODS);
  const from = Number(raw.from);
  return {
    ...(period && period !== DEFAULT_PERIOD && { period }),
    ...(Number.isSafeInteger(from) && from > 0 && { from }),
  };
}

export const codeFiguresQuery = (codeId: number, period: Period, now: number, zone: string | undefined) => {
  const range = rangeOf(period, now, zone);
  return queryOptions({
    queryKey: ['codes', 'figures', codeId, range],
    queryFn: () => ask('getCodeFigures', { params: { code_id: codeId }, query: range }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });
};
