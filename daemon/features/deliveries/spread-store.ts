import { and, asc, inArray, lte, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { forUpdateSkipLocked } from '../../db/locking.ts';
import { manyRows } from '../../db/many-rows.ts';

export interface DueMessage {
  outbox_id: number;
  event_type: string;
  order_key: string | null;
}

/** Whether anything is due that was not given to its receivers. */
export async function hasDueMessages(handle: Handle, now: number): Promise<boolean> {
  return (await selectDue(handle, now, 1)).length > 0;
}

/** In the order in which they fell due; those of a transaction under way on another daemon come later. */
export const findDueMessages = (handle: Handle, now: number, limit: number): Promise<DueMessage[]> =>
  forUpdateSkipLocked(handle, selectDue(handle, now, limit));

const selectDue = ({ db, t: { outbox } }: Handle, now: number, limit: number) =>
  db
    .select({ outbox_id: outbox.outbox_id, event_type: outbox.event_type, order_key: outbox.order_key })
    .from(outbox)
    // As the index says it.
    .where(and(sql`spread_at is null`, lte(outbox.due_at, now)))
    .orderBy(asc(outbox.due_at), asc(outbox.outbox_id))
    .limit(limit);

export interface NewDelivery {
  outbox_id: number;
  webhook_id: number;
  order_key: string | null;
}

export async function insertWebhookDeliveries(handle: Handle, deliveries: readonly NewDelivery[], now: number) {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    channel: 'webhook',
    status: 'pending',
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
  }));
  const { db, t } = handle;
  await db.insert(t.deliveries).select(manyRows(handle, t.deliveries, rows));
}

export async function markSpread({ db, t }: Handle, messages: readonly DueMessage[], now: number): Promise<void> {
  const ids = messages.map(({ outbox_id }) => outbox_id);
  await db.update(t.outbox).set({ spread_at: now }).where(inArray(t.outbox.outbox_id, ids));
}
