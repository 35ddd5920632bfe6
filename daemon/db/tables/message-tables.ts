import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import { version } from './version-column.ts';
import type { DeliveryChannel, DeliveryStatus } from './words.ts';

// Tables for the outbox, webhook endpoints and deliveries.

/** The organisation's webhook endpoints. Their secrets are encrypted. */
const webhooksTable = (k: Kit) =>
  k.table('webhooks', {
    webhook_id: k.id('webhook_id'),
    url: k.text('url').notNull(),
    /** The event types that the endpoint is subscribed to, as a JSON array. */
    events: k.text('events').notNull(),
    active: k.flag('active').notNull(),
    disabled_reason: k.text('disabled_reason'),
    secret: k.text('secret').notNull(),
    /** The previous secret, until the overlap of a rotation ends. */
    old_secret: k.text('old_secret'),
    old_secret_until: k.instant('old_secret_until'),
    /** The circuit breaker: the number of consecutive failed rounds of deliveries, and the end of the pause. */
    failures: k.integer('failures').notNull(),
    paused_until: k.instant('paused_until'),
    created_at: k.instant('created_at').notNull(),
    updated_at: k.instant('updated_at').notNull(),
    /** When the endpoint was removed. The row stays, so that its deliveries still show the receiver. */
    removed_at: k.instant('removed_at'),
    version: version(k),
  });

/** Messages, each written in the transaction of the change that it reports. A message's ID never changes. */
const outboxTable = (k: Kit) =>
  k.table(
    'outbox',
    {
      outbox_id: k.id('outbox_id'),
      message_id: k.text('message_id').notNull(),
      event_type: k.text('event_type').notNull(),
      /** Each webhook endpoint receives messages with the same key in order. */
      order_key: k.text('order_key'),
      /** At most one message can have a given value; null for no limit. */
      once_key: k.text('once_key'),
      body: k.text('body').notNull(),
      /** The `traceparent` of the request that caused the message, for tracing; null if it sent none. */
      traceparent: k.text('traceparent'),
      created_at: k.instant('created_at').notNull(),
      due_at: k.instant('due_at').notNull(),
      /** When the message was spread, so that every receiver has a delivery. */
      spread_at: k.instant('spread_at'),
    },
    (t) => [
      k.uniqueIndex('outbox_message').on(t.message_id),
      k.uniqueIndex('outbox_once').on(t.once_key).where(sql`once_key is not null`),
      k.index('outbox_due').on(t.due_at).where(sql`spread_at is null`),
    ],
  );

/** One row for each message and receiver, with the result of sending it. */
const deliveriesTable = (k: Kit) =>
  k.table(
    'deliveries',
    {
      delivery_id: k.id('delivery_id'),
      outbox_id: k.reference('outbox_id').notNull(),
      channel: k.text('channel').$type<DeliveryChannel>().notNull(),
      webhook_id: k.reference('webhook_id'),
      /** The address to which an email is sent; null for a webhook delivery. */
      recipient: k.text('recipient'),
      order_key: k.text('order_key'),
      status: k.text('status').$type<DeliveryStatus>().notNull(),
      attempts: k.integer('attempts').notNull(),
      next_attempt_at: k.instant('next_attempt_at'),
      lease_until: k.instant('lease_until'),
      answer_status: k.integer('answer_status'),
      answer_text: k.text('answer_text'),
      error: k.text('error'),
      created_at: k.instant('created_at').notNull(),
      finished_at: k.instant('finished_at'),
    },
    (t) => [
      k.index('deliveries_outbox').on(t.outbox_id),
      k.index('deliveries_failed').on(t.delivery_id).where(sql`status = 'failed'`),
      k.index('deliveries_webhook').on(t.webhook_id, t.delivery_id),
      k.index('deliveries_waiting').on(t.webhook_id, t.next_attempt_at).where(sql`status = 'pending'`),
      k
        .index('deliveries_order')
        .on(t.webhook_id, t.order_key, t.delivery_id)
        .where(sql`status = 'pending' and order_key is not null`),
    ],
  );

export function messageTables(k: Kit) {
  return {
    webhooks: webhooksTable(k),
    outbox: outboxTable(k),
    deliveries: deliveriesTable(k),
  };
}
