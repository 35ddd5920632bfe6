import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { DeliveryChannel, DeliveryStatus } from './words.ts';

/** The outbox and what became of its messages. */
export function messageTables({ flag, id, index, instant, integer, reference, table, text, uniqueIndex }: Kit) {
  /** The client's own addresses that are told what happened. Secrets are encrypted. */
  const webhooks = table('webhooks', {
    webhook_id: id('webhook_id'),
    url: text('url').notNull(),
    /** The event types it is told of, as a JSON array. */
    events: text('events').notNull(),
    active: flag('active').notNull(),
    disabled_reason: text('disabled_reason'),
    secret: text('secret').notNull(),
    /** The one before, until a rotation is over. */
    old_secret: text('old_secret'),
    old_secret_until: instant('old_secret_until'),
    /** The circuit breaker: tries that failed in a row, and until when none is made. */
    failures: integer('failures').notNull(),
    paused_until: instant('paused_until'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
    /** The row stays, so that its deliveries keep saying where they went. */
    removed_at: instant('removed_at'),
  });

  /** What the world must hear, written with what happened; its id never changes. */
  const outbox = table(
    'outbox',
    {
      outbox_id: id('outbox_id'),
      message_id: text('message_id').notNull(),
      event_type: text('event_type').notNull(),
      /** Messages with the same key reach an endpoint one after the other. */
      order_key: text('order_key'),
      /** Of at most one message with this value there is one. */
      once_key: text('once_key'),
      body: text('body').notNull(),
      created_at: instant('created_at').notNull(),
      due_at: instant('due_at').notNull(),
      /** Set once every receiver has a delivery. */
      spread_at: instant('spread_at'),
    },
    (t) => [
      uniqueIndex('outbox_message').on(t.message_id),
      uniqueIndex('outbox_once').on(t.once_key).where(sql`once_key is not null`),
      index('outbox_due').on(t.due_at).where(sql`spread_at is null`),
    ],
  );

  /** One message to one receiver, with what became of it. */
  const deliveries = table(
    'deliveries',
    {
      delivery_id: id('delivery_id'),
      outbox_id: reference('outbox_id').notNull(),
      channel: text('channel').$type<DeliveryChannel>().notNull(),
      webhook_id: reference('webhook_id'),
      /** The address of an e-mail. */
      recipient: text('recipient'),
      order_key: text('order_key'),
      status: text('status').$type<DeliveryStatus>().notNull(),
      attempts: integer('attempts').notNull(),
      next_attempt_at: instant('next_attempt_at'),
      lease_until: instant('lease_until'),
      answer_status: integer('answer_status'),
      answer_text: text('answer_text'),
      error: text('error'),
      created_at: instant('created_at').notNull(),
      finished_at: instant('finished_at'),
    },
    (t) => [
      index('deliveries_outbox').on(t.outbox_id),
      index('deliveries_failed').on(t.delivery_id).where(sql`status = 'failed'`),
      index('deliveries_webhook').on(t.webhook_id, t.delivery_id),
      index('deliveries_waiting').on(t.webhook_id, t.next_attempt_at).where(sql`status = 'pending'`),
      index('deliveries_order')
        .on(t.webhook_id, t.order_key, t.delivery_id)
        .where(sql`status = 'pending' and order_key is not null`),
    ],
  );

  return { webhooks, outbox, deliveries };
}

export type MessageTables = ReturnType<typeof messageTables>;
