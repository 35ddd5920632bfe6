import { z } from 'zod';
import { define } from '../endpoint.ts';
import { FIELD_FAULTS } from '../field-faults.ts';
import { instantOut, listOf, nothing, pageQuery, pathId, webUrl } from '../fields.ts';
import { changeBody, ifVersion, onlyIfVersion, versionOut } from '../versions.ts';
import { WEBHOOK_EVENT_TYPES } from '../words.ts';
import { staffOnly } from './access.ts';

const webhookOut = z.object({
  webhook_id: z.number(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  active: z.boolean(),
  /** Why the daemon disabled the endpoint. */
  disabled_reason: z.string().nullable(),
  /**
   * The number of consecutive rounds of attempts in which no delivery succeeded. After five, the daemon pauses and sends
   * nothing before `paused_until`.
   */
  failures: z.number(),
  paused_until: instantOut.nullable(),
  /** Until then, messages are also signed with the previous secret. */
  old_secret_until: instantOut.nullable(),
  created_at: instantOut,
  updated_at: instantOut,
  version: versionOut,
});
/** `secret` verifies signatures as defined by Standard Webhooks. */
const shownWebhook = webhookOut.extend({ secret: z.string() });

const events = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .min(1)
  .refine((list) => new Set(list).size === list.length, FIELD_FAULTS.event_twice);
const webhookId = pathId('webhook_id');

export const webhookEndpoints = {
  listWebhooks: define({
    method: 'GET',
    path: '/v1/admin/webhooks',
    summary: 'List webhook endpoints, newest first, without their secrets',
    access: staffOnly('live_ops'),
    query: z.strictObject(pageQuery),
    answer: { status: 200, schema: listOf(webhookOut) },
    refusals: [],
  }),
  createWebhook: define({
    method: 'POST',
    path: '/v1/admin/webhooks',
    summary: 'Create a webhook endpoint; only this response contains its secret',
    access: staffOnly('live_ops'),
    body: z.strictObject({ url: webUrl, events, active: z.boolean().optional() }),
    answer: { status: 201, schema: shownWebhook },
    refusals: [],
  }),
  changeWebhook: define({
    method: 'PATCH',
    path: '/v1/admin/webhooks/{webhook_id}',
    summary: 'Change a webhook endpoint; if it was paused or is now enabled, the daemon immediately resumes sending',
    access: staffOnly('live_ops'),
    params: webhookId,
    body: changeBody({ url: webUrl, events, active: z.boolean() }),
    answer: { status: 200, schema: webhookOut },
    current: webhookOut,
    refusals: ['not_found'],
  }),
  removeWebhook: define({
    method: 'DELETE',
    path: '/v1/admin/webhooks/{webhook_id}',
    summary: 'Delete a webhook endpoint; messages waiting for it will not be sent',
    access: staffOnly('live_ops'),
    params: webhookId,
    body: onlyIfVersion,
    answer: { status: 200, schema: webhookOut },
    current: webhookOut,
    refusals: ['not_found'],
  }),
  rotateWebhook: define({
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}/rotate',
    summary: 'Create a new secret; during the overlap (default 24 h), messages are also signed with the old one',
    access: staffOnly('live_ops'),
    params: webhookId,
    body: z
      .strictObject({ overlap_seconds: z.number().int().min(0).max(2_592_000).optional(), ...ifVersion })
      .optional(),
    answer: { status: 200, schema: shownWebhook },
    current: webhookOut,
    refusals: ['not_found'],
  }),
  testWebhook: define({
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}/test',
    summary:
      'Send one signed message of type webhook.test now, even to a disabled endpoint, and return the endpoint’s response',
    access: staffOnly('live_ops'),
    params: webhookId,
    body: nothing,
    answer: {
      status: 200,
      schema: z.object({
        message_id: z.string(),
        /** Whether the endpoint responded with 2xx. */
        delivered: z.boolean(),
        answer_status: z.number().nullable(),
        /** The beginning of the response body. */
        answer_text: z.string().nullable(),
        error: z.string().nullable(),
        ms: z.number().int(),
      }),
    },
    refusals: ['not_found'],
  }),
};
