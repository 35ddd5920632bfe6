import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import { currencies } from '../../../../daemon/contract/currencies.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { type ListSearch, oneOf } from '../../lib/list-search.ts';

export type ExchangeRate = AnswerOf<Endpoints['listExchangeRates']>['data'][number];

export interface RatesSearch extends ListSearch {
  currency?: string;
}

export function parseRatesSearch(raw: Record<string, unknown>): RatesSearch {
  const currency = oneOf(raw.currency, currencies);
  return currency ? { currency } : {};
}

/** The maximum number of decimal places of a rate. */
export const MOST_DECIMALS = 18;

const REFRESH_MS = 3000;

export const RATES_KEY = ['exchange-rates'];

export const ratesQuery = ({ currency }: RatesSearch) =>
  infiniteQueryOptions({
    queryKey: [...RATES_KEY, { currency }],
    queryFn: ({ pageParam }) => ask('listExchangeRates', { query: { currency, cursor: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ correction }) => correction?.status === 'running'))
        ? REFRESH_MS
        : false,
  });
