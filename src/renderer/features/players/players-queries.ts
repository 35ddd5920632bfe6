import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isCodeValue, normalizeCode } from '../../../../daemon/contract/code-values.ts';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import type { TimelineKind } from '../../../../daemon/contract/timeline-kinds.ts';
import { ask, problemOf } from '../../client/ask.ts';
import { DEFAULT_PERIOD, DEFAULT_RECEIPT, type PlayersSearch } from './players-search.ts';

export type Player = AnswerOf<Endpoints['getPlayer']>;
export type Claim = Player['claims'][number];
export type RefusedTry = Player['refused_tries'][number];
export type Payment = Player['payments'][number];
export type TimelineRow = AnswerOf<Endpoints['listPlayerTimeline']>['data'][number];

/** Loads a player; null if no player has this ID. */
export const playerQuery = (user_id: string, withValidates: boolean) =>
  queryOptions({
    queryKey: ['players', 'one', user_id, withValidates],
    queryFn: async (): Promise<Player | null> => {
      try {
        const query = { include_validates: withValidates ? ('true' as const) : ('false' as const) };
        return await ask('getPlayer', { params: { user_id }, query });
      } catch (error) {
        if (problemOf(error).code === 'not_found') return null;
        throw error;
      }
    },
    placeholderData: (before: Player | null | undefined) => (before?.user_id === user_id ? before : undefined),
  });

/** Returns whether a code with this value exists. If the role cannot search all codes, only codes with claims count. */
export const isCodeQuery = (text: string) =>
  queryOptions({
    queryKey: ['players', 'is-code', text],
    queryFn: async (): Promise<boolean> => {
      const norm = normalizeCode(text);
      if (!isCodeValue(norm)) return false;
      // The first result of the search is an exact match, if there is one.
      const { codes } = await ask('search', { query: { q: norm } });
      if (codes.some(({ code }) => normalizeCode(code) === norm)) return true;
      const { data, next_cursor } = await ask('listClaims', { query: { code: norm, limit: 1 } });
      return data.length > 0 || next_cursor !== null;
    },
  });

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Returns the start of the period in whole minutes, so that all pages of a list use the same start. */
const startOf = (days: number) =>
  new Date(Math.floor((Date.now() - days * DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString();

export const claimsInput = ({ code, campaign, receipt = DEFAULT_RECEIPT, period = DEFAULT_PERIOD }: PlayersSearch) => ({
  query: {
    code,
    campaign_id: campaign,
    // Support does not need to check the rewards of a released claim.
    ...(receipt !== 'any' && { receipt, released: 'false' as const }),
    ...(period !== 'all' && { from: startOf(Number(period)) }),
  },
});

export const claimsQuery = ({ code, campaign, receipt, period }: PlayersSearch) =>
  infiniteQueryOptions({
    queryKey: ['claims', 'list', { code, campaign, receipt, period }],
    queryFn: ({ pageParam }) =>
      ask('listClaims', {
        query: { ...claimsInput({ code, campaign, receipt, period }).query, cursor: pageParam || undefined },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

export const timelineInput = (user_id: string, kind: TimelineKind | undefined) => ({
  params: { user_id },
  query: { kind },
});

export const timelineQuery = (user_id: string, kind: TimelineKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['players', 'timeline', user_id, kind],
    queryFn: ({ pageParam }) =>
      ask('listPlayerTimeline', { params: { user_id }, query: { kind, cursor: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before, query) => (query?.queryKey[2] === user_id ? before : undefined),
  });
