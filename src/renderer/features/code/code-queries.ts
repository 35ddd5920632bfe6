import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import { idOf, type ListSearch } from '../../lib/list-search.ts';
import { type Period, parsePeriod, type Range, rangeOf } from '../../lib/periods.ts';

export type CodeFigures = AnswerOf<Endpoints['getCodeFigures']>;

export type Evidence = AnswerOf<Endpoints['getLeakSign']>;
export type LeakSign = Evidence['sign'];

export const LOOK_EVERY_MS = 5000;

export interface CodeSearch extends ListSearch {
  period?: Period;
  /** The ID of the code that a new code duplicates. */
  from?: number;
  /** The ID of the open leak sign. */
  sign?: number;
}

export function parseCodeSearch(raw: Record<string, unknown>): CodeSearch {
  const period = parsePeriod(raw.period);
  const [from, sign] = [raw.from, raw.sign].map(idOf);
  return {
    ...(period && { period }),
    ...(from && { from }),
    ...(sign && { sign }),
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

/** Returns the key and loader for the figures of an earlier period, so that the chart can show both periods. */
export const earlierFigures = (codeId: number) => ({
  key: ['codes', 'figures', codeId],
  load: (query: Range) => ask('getCodeFigures', { params: { code_id: codeId }, query }),
});

export const LEAK_SIGNS = ['leak-signs'];
const SHOWN_SIGNS = 20;

export const leakSignsQuery = (codeId: number) =>
  queryOptions({
    queryKey: [...LEAK_SIGNS, 'of', codeId],
    queryFn: () => ask('listLeakSigns', { query: { code_id: codeId, page_size: SHOWN_SIGNS } }),
  });

export const leakSignQuery = (signId: number) =>
  queryOptions({
    queryKey: [...LEAK_SIGNS, 'one', signId],
    queryFn: () => ask('getLeakSign', { params: { sign_id: signId } }),
  });
