import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { type KeysetPage, numbersOfCursor, pageOf } from '../../db/query/keyset.ts';
import { forUpdate } from '../../db/query/locking.ts';

type DeliveryColumns = Tables['deliveries']['$inferSelect'];
export interface DeliveryRow extends Omit<DeliveryColumns, 'order_key' | 'lease_until'> {
  message_id: string;
  event_type: string;
}
export type MessageRow = Tables['outbox']['$inferSelect'];

interface ListQuery {
  cursor?: string | undefined;
  limit: number;
  event_type?: string | undefined;
}
export interface DeliveryQuery extends ListQuery {
  webhook_id?: number | undefined;
  outbox_id?: number | undefined;
  status?: DeliveryRow['status'] | undefined;
  channel?: DeliveryRow['channel'] | undefined;
}
export interface MessageQuery extends ListQuery {
  waiting?: boolean | undefined;
}

const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : condition(value);

function selectDeliveries({ db, t }: Handle) {
  const { deliveries: d, outbox: o } = t;
  return db
    .select({
      delivery_id: d.delivery_id,
      outbox_id: d.outbox_id,
      message_id: o.message_id,
      event_type: o.event_type,
      channel: d.channel,
      webhook_id: d.webhook_id,
      recipient: d.recipient,
      status: d.status,
      attempts: d.attempts,
      next_attempt_at: d.next_attempt_at,
      answer_status: d.answer_status,
      answer_text: d.answer_text,
      error: d.error,
      created_at: d.created_at,
      finished_at: d.finished_at,
    })
    .from(d)
    .innerJoin(o, eq(o.outbox_id, d.outbox_id));
}

/** Written as in the indexes. */
const STATUS_IS = {
  pending: sql`status = 'pending'`,
  delivered: sql`status = 'delivered'`,
  failed: sql`status = 'failed'`,
};

/** Newest first. */
export async function listDeliveryRows(handle: Handle, query: DeliveryQuery): Promise<KeysetPage<DeliveryRow>> {
  const { deliveries: d, outbox: o } = handle.t;
  const [before] = numbersOfCursor(query.cursor, 1) ?? [];
  const rows = await selectDeliveries(handle)
    .where(
      and(
        given(before, (id) => lt(d.delivery_id, id)),
        given(query.webhook_id, (id) => eq(d.webhook_id, id)),
        given(query.outbox_id, (id) => eq(d.outbox_id, id)),
        given(query.status, (status) => STATUS_IS[status]),
        given(query.channel, (channel) => eq(d.channel, channel)),
        given(query.event_type, (type) => eq(o.event_type, type)),
      ),
    )
    .orderBy(desc(d.delivery_id))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, (row) => [row.delivery_id]);
}

export async function findDelivery(handle: Handle, deliveryId: number): Promise<DeliveryRow | null> {
  const [row] = await selectDeliveries(handle).where(eq(handle.t.deliveries.delivery_id, deliveryId));
  return row ?? null;
}

/** The body of a delivery's message, as text. */
export async function findBody({ db, t: { outbox: o } }: Handle, outboxId: number): Promise<string | null> {
  const [row] = await db.select({ body: o.body }).from(o).where(eq(o.outbox_id, outboxId));
  return row?.body ?? null;
}

/** Locks the delivery until the transaction ends. */
export async function lockDelivery(handle: Handle, deliveryId: number): Promise<void> {
  const { deliveries: d } = handle.t;
  await forUpdate(handle, handle.db.select({ status: d.status }).from(d).where(eq(d.delivery_id, deliveryId)));
}

export async function restartDelivery({ db, t }: Handle, deliveryId: number, now: number): Promise<void> {
  const { deliveries: d } = t;
  await db
    .update(d)
    .set({ status: 'pending', attempts: 0, next_attempt_at: now, finished_at: null })
    .where(eq(d.delivery_id, deliveryId));
}

/** Newest first. */
export async function listMessageRows({ db, t }: Handle, query: MessageQuery): Promise<KeysetPage<MessageRow>> {
  const { outbox: o } = t;
  const [before] = numbersOfCursor(query.cursor, 1) ?? [];
  const rows = await db
    .select()
    .from(o)
    .where(
      and(
        given(before, (id) => lt(o.outbox_id, id)),
        given(query.event_type, (type) => eq(o.event_type, type)),
        // Written as in the index.
        given(query.waiting, (waiting) => (waiting ? sql`spread_at is null` : sql`spread_at is not null`)),
      ),
    )
    .orderBy(desc(o.outbox_id))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, (row) => [row.outbox_id]);
}
