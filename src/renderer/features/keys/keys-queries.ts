import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import { type AnswerOf, KEY_KINDS, type KeyKind } from '../../../../daemon/contract/endpoint.ts';
import { KEY_SORTS, KEY_STATES, type KeyState } from '../../../../daemon/contract/words.ts';
import { ask } from '../../client/ask.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

export type ApiKey = AnswerOf<Endpoints['listApiKeys']>['data'][number];

export interface KeysSearch extends ListSearch {
  kind?: KeyKind;
  state?: KeyState;
  sort?: (typeof KEY_SORTS)[number];
}
export const DEFAULT_SORT = '-created_at';

export function parseKeysSearch(raw: Record<string, unknown>): KeysSearch {
  const { q, page } = parseListSearch(raw);
  const kind = oneOf(raw.kind, KEY_KINDS);
  const state = oneOf(raw.state, KEY_STATES);
  const sort = oneOf(raw.sort, KEY_SORTS);
  return {
    ...(q && { q }),
    ...(page && { page }),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(sort && { sort }),
  };
}

export const keysQuery = (search: KeysSearch) =>
  queryOptions({
    queryKey: ['keys', 'list', search],
    queryFn: () => ask('listApiKeys', { query: search }),
    placeholderData: keepPreviousData,
  });

export const keyQuery = (keyId: number) =>
  queryOptions({
    queryKey: ['keys', 'one', keyId],
    queryFn: () => ask('getApiKey', { params: { key_id: keyId } }),
  });

export function stateOf({ revoked_at, expires_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
}
