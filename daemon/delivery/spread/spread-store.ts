import { and, asc, inArray, lte, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { forUpdateSkipLocked } from '../../db/query/locking.ts';
import { manyRows } from '../../db/query/many-rows.ts';

export interface DueMessage {
  outbox_id: number;
  message_id: string;
  body: string;
  traceparent: string | null;
  event_type: string;
  order_key: string | null;
}

/** The condition is the text of the partial index, so that the database uses the index. */
const isDue = ({ t: { outbox } }: Handle, now: number) => and(sql`spread_at is null`, lte(outbox.due_at, now));

/** Returns whether there is a due message that has not been spread yet. */
export async function hasDueMessages(handle: Handle, now: number): Promise<boolean> {
  const { outbox } = handle.t;
  const due = await handle.db.select({ id: outbox.outbox_id }).from(outbox).where(isDue(handle, now)).limit(1);
  return due.length > 0;
}

/**
 * Marks messages as spread, in the order in which they became due. Messages locked by another daemon's transaction are
 * skipped; a later step takes them if they are still due.
 */
export async function markDueSpread(handle: Handle, now: number, limit: number): Promise<DueMessage[]> {
  const { db, t } = handle;
  const { outbox_id, message_id, body, traceparent, event_type, order_key, due_at } = t.outbox;
  const due = db
    .select({ outbox_id })
    .from(t.outbox)
    .where(isDue(handle, now))
    .orderBy(asc(due_at), asc(outbox_id))
    .limit(limit);
  const taken = await db
    .update(t.outbox)
    .set({ spread_at: now })
    .where(inArray(outbox_id, forUpdateSkipLocked(handle, due)))
    .returning({ outbox_id, message_id, body, traceparent, event_type, order_key, due_at });
  return taken.sort((one, other) => one.due_at - other.due_at || one.outbox_id - other.outbox_id);
}

export interface NewDelivery {
  outbox_id: number;
  webhook_id: number;
  order_key: string | null;
  /** Null if any daemon may lease the delivery. */
  lease_until: number | null;
}

/** @returns the deliveries that were inserted under a lease, with their IDs */
export async function insertWebhookDeliveries(handle: Handle, deliveries: readonly NewDelivery[], now: number) {
  if (deliveries.length === 0) return [];
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    channel: 'webhook' as const,
    status: 'pending' as const,
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
  }));
  const { db, t } = handle;
  const { delivery_id, outbox_id, webhook_id, lease_until } = t.deliveries;
  const inserted = await db
    .insert(t.deliveries)
    .select(manyRows(handle, t.deliveries, rows))
    .returning({ delivery_id, outbox_id, webhook_id, lease_until });
  return inserted.filter((row) => row.lease_until !== null);
}
