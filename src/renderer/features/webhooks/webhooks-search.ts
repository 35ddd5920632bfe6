import { DELIVERY_CHANNELS, DELIVERY_STATUSES } from '../../../../daemon/contract/words.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './webhooks-queries.ts';

export interface WebhooksSearch extends ListSearch {
  tab?: 'deliveries';
  webhook?: number;
  status?: (typeof DELIVERY_STATUSES)[number];
  channel?: (typeof DELIVERY_CHANNELS)[number];
  event?: WebhookEventType;
}

export function parseWebhooksSearch(raw: Record<string, unknown>): WebhooksSearch {
  const { page } = parseListSearch(raw);
  const tab = oneOf(raw.tab, ['deliveries']);
  const status = oneOf(raw.status, DELIVERY_STATUSES);
  const channel = oneOf(raw.channel, DELIVERY_CHANNELS);
  const event = oneOf(raw.event, WEBHOOK_EVENT_TYPES);
  const webhook = /^[1-9]\d{0,15}$/.test(String(raw.webhook)) ? Number(raw.webhook) : undefined;
  return {
    ...(tab && { tab }),
    ...(page && { page }),
    ...(webhook && { webhook }),
    ...(status && { status }),
    ...(channel && { channel }),
    ...(event && { event }),
  };
}
