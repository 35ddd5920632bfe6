import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isCodeValue, normalizeCode } from '../../../../daemon/contract/code-values.ts';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask, problemOf } from '../../client/ask.ts';
import { DEFAULT_PERIOD, DEFAULT_RECEIPT, type PlayersSearch } from './players-search.ts';

export type Player = AnswerOf<Endpoints['getPlayer']>;
export type Claim = Player['claims'][number];
export type RefusedTry = Player['refused_tries'][number];
export type Payment = Player['payments'][number];

/** Null for an id that no player has. */
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

/** Whether there is such a code. A role that may not search all codes learns it from the code's claims. */
export const isCodeQuery = (text: string) =>
  queryOptions({
    queryKey: ['players', 'is-code', text],
    queryFn: async (): Promise<boolean> => {
      const norm = normalizeCode(text);
      if (!isCodeValue(norm)) return false;
      // The search has an exact match first.
      const { codes } = await ask('search', { query: { q: norm } });
      if (codes.some(({ code }) => normalizeCode(code) === norm)) return true;
      const { data, next_cursor } = await ask('listClaims', { query: { code: norm, limit: 1 } });
      return data.length > 0 || next_cursor !== null;
    },
  });

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The beginning of the period, on a whole minute, so that each page of a list asks for the same one. */
const startOf = (days: number) =>
  new Date(Math.floor((Date.now() - days * DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString();

export const claimsQuery = ({ code, campaign, receipt = DEFAULT_RECEIPT, period = DEFAULT_PERIOD }: PlayersSearch) =>
  infiniteQueryOptions({
    queryKey: ['claims', 'list', { code, campaign, receipt, period }],
    queryFn: ({ pageParam }) =>
      ask('listClaims', {
        query: {
          code,
          campaign_id: campaign,
          // Rewards of a released claim are nothing to look after any more.
          ...(receipt !== 'any' && { receipt, released: 'false' as const }),
          ...(period !== 'all' && { from: startOf(Number(period)) }),
          cursor: pageParam || undefined,
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
