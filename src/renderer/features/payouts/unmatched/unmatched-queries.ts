import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Endpoints } from '../../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../../daemon/contract/endpoint.ts';
import { ask } from '../../../client/ask.ts';
import { type ListSearch, oneOf } from '../../../lib/list-search.ts';
import { unmatched } from '../../../texts/unmatched.ts';

export type UnmatchedPayment = AnswerOf<Endpoints['listUnmatchedPayments']>['data'][number];
export type Reason = UnmatchedPayment['reason'];
export const REASONS = Object.keys(unmatched.names) as Reason[];

export interface UnmatchedSearch extends ListSearch {
  reason?: Reason;
  user?: string;
  game?: string;
}

const MOST = 255;
/** The daemon refuses other values, so they are omitted if the address or an incomplete filter contains them. */
export const isGame = (text: string) => /^[A-Za-z0-9_]{1,64}$/.test(text);

export function parseUnmatchedSearch(raw: Record<string, unknown>): UnmatchedSearch {
  const reason = oneOf(raw.reason, REASONS);
  const user = typeof raw.user === 'string' && raw.user !== '' ? raw.user.slice(0, MOST) : undefined;
  const game = typeof raw.game === 'string' && isGame(raw.game) ? raw.game : undefined;
  const q = typeof raw.q === 'string' && raw.q !== '' ? raw.q.slice(0, MOST) : undefined;
  return { ...(reason && { reason }), ...(user && { user }), ...(game && { game }), ...(q && { q }) };
}

export const unmatchedInput = ({ reason, user, game, q }: UnmatchedSearch) => ({
  query: { reason, user_id: user, game_id: game, q },
});

export const unmatchedQuery = (search: UnmatchedSearch) =>
  infiniteQueryOptions({
    queryKey: ['payments', 'unmatched', search],
    queryFn: ({ pageParam }) =>
      ask('listUnmatchedPayments', { query: { ...unmatchedInput(search).query, cursor: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
