import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';

export type View = AnswerOf<Endpoints['listViews']>['data'][number];

/** The daemon's maximum page size, which is also the maximum number of views of one person. */
const MOST = 100;

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async () => (await ask('listViews', { query: { page_size: MOST } })).data,
});

/** Returns the filters and the sort of a list from the address; a view does not include the page. */
export function viewQueryOf(search: Record<string, unknown>): string {
  const kept = Object.entries(search).flatMap(([name, value]) =>
    name === 'page' || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(kept.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))).toString();
}

export const searchOfView = ({ query }: Pick<View, 'query'>): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));
