import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import type { Network } from '../../domain/reachable-addresses.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
} from './change-webhook.ts';
import { type Post, testWebhook } from './test-webhook.ts';
import type { WebhookRow } from './webhooks-store.ts';

export interface WebhookRouteParts {
  db: Database;
  secretKey: SecretKey;
  /** Private networks that webhooks may access. */
  opened: readonly Network[];
  post: Post;
}

type WebhookRoutes = Pick<
  Routes,
  'listWebhooks' | 'createWebhook' | 'changeWebhook' | 'removeWebhook' | 'rotateWebhook' | 'testWebhook'
>;

export function webhookRoutes(parts: WebhookRouteParts): WebhookRoutes {
  const by = (staffId: number, now: number) => ({ ...parts, staffId, now });
  const read = (webhookId: number) => async () => webhookOut(await getWebhook(parts.db, webhookId));
  return {
    listWebhooks: async ({ query }) => {
      const page = await listWebhooks(parts.db, query);
      return { ...page, data: page.data.map(webhookOut) };
    },
    createWebhook: async ({ body, principal, now }) => {
      const { row, secret } = await createWebhook(by(principal.staffId, now), body);
      return { ...webhookOut(row), secret };
    },
    changeWebhook: async ({ params: { webhook_id: webhookId }, body: { version, ...fields }, principal, now }) => {
      const change = changeWebhook(by(principal.staffId, now), { webhookId, version }, fields);
      return webhookOut(await withCurrent(change, read(webhookId)));
    },
    removeWebhook: async ({ params: { webhook_id: webhookId }, body, principal, now }) => {
      const removal = removeWebhook(by(principal.staffId, now), { webhookId, ...body });
      return webhookOut(await withCurrent(removal, read(webhookId)));
    },
    rotateWebhook: async ({ params: { webhook_id: webhookId }, body, principal, now }) => {
      const asked = { webhookId, version: body?.version };
      const rotation = rotateWebhook(by(principal.staffId, now), asked, body?.overlap_seconds);
      const { row, secret } = await withCurrent(rotation, read(webhookId));
      return { ...webhookOut(row), secret };
    },
    testWebhook: ({ params, principal, now }) => testWebhook(by(principal.staffId, now), params.webhook_id),
  };
}

const webhookOut = (row: WebhookRow): AnswerOf<Endpoints['changeWebhook']> => ({
  webhook_id: row.webhook_id,
  url: row.url,
  events: row.events,
  active: row.active,
  disabled_reason: row.disabled_reason,
  failures: row.failures,
  paused_until: instantOrNull(row.paused_until),
  old_secret_until: instantOrNull(row.old_secret_until),
  created_at: isoInstant(row.created_at),
  updated_at: isoInstant(row.updated_at),
  version: row.version,
});
