import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../../daemon/contract/words.ts';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { askAgainEvery } from '../../client/query-client.ts';

export type Webhook = AnswerOf<Endpoints['listWebhooks']>['data'][number];
export type Delivery = AnswerOf<Endpoints['listDeliveries']>['data'][number];
export type { WebhookEventType };
export { WEBHOOK_EVENT_TYPES };

const LOOK_EVERY_MS = 5000;
const MOST = 100;

export const webhooksQuery = (page = 1) =>
  queryOptions({
    queryKey: ['webhooks', 'list', page],
    queryFn: () => ask('listWebhooks', { query: { page, page_size: MOST } }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });

export type WebhookState = 'active' | 'failing' | 'paused' | 'off' | 'switched_off';

export function stateOf({ active, disabled_reason, failures, paused_until }: Webhook, now: number): WebhookState {
  if (!active) return disabled_reason === null ? 'off' : 'switched_off';
  if (paused_until !== null && Date.parse(paused_until) > now) return 'paused';
  return failures > 0 ? 'failing' : 'active';
}

/** Returns the host and the path of a URL. */
export function shortUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return host + (pathname === '/' ? '' : pathname);
}

/** Runs an action on an endpoint. Then the screens reload the list, whether the action succeeded or not. */
export function useWebhookAction<T, V>(title: string, act: (request: V) => Promise<T>, says: (request: V) => string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (_, request) => notifyDone(says(request)),
    onError: (error) => notifyProblem(title, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
