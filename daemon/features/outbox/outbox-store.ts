import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WebhookEventType } from '../../contract/words.ts';
import type { Handle } from '../../db/database.ts';
import { type Announcement, type MessageType, messageBody } from '../../domain/messages.ts';
import { messageId } from '../../lib/message-id.ts';
import { currentTrace } from '../../lib/trace-context.ts';

export type { Announcement } from '../../domain/messages.ts';

/**
 * Writes messages to the outbox, in the transaction of the change that they report. If no endpoint is subscribed to a
 * type, its messages are written only if they have `always`.
 * @returns the messages that were written; a message whose `onceKey` already exists is not written again
 */
export async function announce<T extends MessageType>(
  handle: Handle,
  announcements: readonly Announcement<T>[],
  now: number,
): Promise<{ outbox_id: number; message_id: string }[]> {
  const { db, t } = handle;
  const wanted = await subscribedTypes(handle);
  const traceparent = currentTrace();
  const rows = announcements
    .filter(({ type, always }) => always || wanted.has(type))
    .map(({ type, data, rewardsJson, orderKey, onceKey, dueAt }) => ({
      message_id: messageId(now),
      event_type: type,
      order_key: orderKey ?? null,
      once_key: onceKey ?? null,
      body: messageBody(type, now, data, rewardsJson),
      traceparent,
      created_at: now,
      due_at: dueAt ?? now,
    }));
  if (rows.length === 0) return [];
  return db
    .insert(t.outbox)
    .values(rows)
    .onConflictDoNothing()
    .returning({ outbox_id: t.outbox.outbox_id, message_id: t.outbox.message_id });
}

/** Returns the event types to which an active endpoint is subscribed. */
export async function subscribedTypes({ db, t }: Handle): Promise<Set<string>> {
  const rows = await db.select({ events: t.webhooks.events }).from(t.webhooks).where(eq(t.webhooks.active, true));
  return new Set(rows.flatMap(({ events }) => JSON.parse(events) as string[]));
}

/** Deletes the messages with these types and order keys, unless they have been spread. */
export async function withdraw(
  { db, t }: Handle,
  types: readonly WebhookEventType[],
  orderKeys: readonly string[],
): Promise<void> {
  const { outbox } = t;
  await db.delete(outbox).where(
    and(
      // The condition repeats the text of the index, so that the database uses the index.
      sql`spread_at is null`,
      inArray(outbox.event_type, [...types]),
      inArray(outbox.order_key, [...orderKeys]),
    ),
  );
}
