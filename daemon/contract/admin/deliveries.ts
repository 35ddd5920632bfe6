import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut, keysetOf, keysetQuery, nothing, pathId, queryId } from '../fields.ts';
import { DELIVERY_CHANNELS, DELIVERY_STATUSES } from '../words.ts';
import { staffOnly } from './access.ts';

const status = z.enum(DELIVERY_STATUSES);
const channel = z.enum(DELIVERY_CHANNELS);

const deliveryOut = z.object({
  delivery_id: z.number(),
  outbox_id: z.number(),
  /** The same for all attempts and receivers. */
  message_id: z.string(),
  event_type: z.string(),
  channel,
  webhook_id: z.number().nullable(),
  recipient: z.string().nullable(),
  status,
  attempts: z.number(),
  next_attempt_at: instantOut.nullable(),
  answer_status: z.number().nullable(),
  /** The beginning of the last response body. */
  answer_text: z.string().nullable(),
  error: z.string().nullable(),
  created_at: instantOut,
  finished_at: instantOut.nullable(),
});
const messageOut = z.object({
  outbox_id: z.number(),
  message_id: z.string(),
  event_type: z.string(),
  order_key: z.string().nullable(),
  /** The message's body as text. */
  body: z.string(),
  created_at: instantOut,
  due_at: instantOut,
  /** Null until all receivers have a delivery. */
  spread_at: instantOut.nullable(),
});

export const deliveryEndpoints = {
  listDeliveries: define({
    method: 'GET',
    path: '/v1/admin/deliveries',
    summary:
      'List deliveries, each of one message to one receiver, with their results, newest first; a page of a filtered list can be short and still have a next_cursor',
    access: staffOnly('live_ops'),
    query: z.strictObject({
      ...keysetQuery,
      webhook_id: queryId.optional(),
      outbox_id: queryId.optional(),
      status: status.optional(),
      channel: channel.optional(),
      event_type: z.string().min(1).max(100).optional(),
    }),
    answer: {
      status: 200,
      /** False if no mail server is configured, in which case emails wait. */
      schema: keysetOf(deliveryOut).extend({ mail_ready: z.boolean() }),
    },
    refusals: [],
  }),
  getDelivery: define({
    method: 'GET',
    path: '/v1/admin/deliveries/{delivery_id}',
    summary: 'Get a delivery with its message',
    access: staffOnly('live_ops'),
    params: pathId('delivery_id'),
    answer: { status: 200, schema: deliveryOut.extend({ body: z.string() }) },
    refusals: ['not_found'],
  }),
  replayDelivery: define({
    method: 'POST',
    path: '/v1/admin/deliveries/{delivery_id}/replay',
    summary: 'Send the message again with the same ID; if it fails, the daemon retries as for a new message',
    access: staffOnly('live_ops'),
    params: pathId('delivery_id'),
    body: nothing,
    answer: { status: 200, schema: deliveryOut },
    refusals: ['not_found', 'endpoint_inactive'],
  }),
  listOutbox: define({
    method: 'GET',
    path: '/v1/admin/outbox',
    summary:
      'List messages in the outbox, newest first; waiting=true selects messages without deliveries; a page of one type can be short and still have a next_cursor',
    access: staffOnly(),
    query: z.strictObject({
      ...keysetQuery,
      event_type: z.string().min(1).max(100).optional(),
      waiting: z.enum(['true', 'false']).optional(),
    }),
    answer: { status: 200, schema: keysetOf(messageOut) },
    refusals: [],
  }),
};
