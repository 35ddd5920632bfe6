import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Handle, Tables } from '../../db/database.ts';
import { allBelow, inWindow, pageOfWindow, windowBelow } from '../../db/query/id-window.ts';
import { type KeysetPage, numbersOfCursor } from '../../db/query/keyset.ts';
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

/** These conditions repeat the text of the indexes, so that the database uses the indexes. */
const STATUS_IS = {
  pending: sql`status = 'pending'`,
  delivered: sql`status = 'delivered'`,
  failed: sql`status = 'failed'`,
};

/**
 * Checks whether the filters select few deliveries through an index: pending or failed ones, or those of one message.
 */
const isNarrow = ({ outbox_id, status }: DeliveryQuery) =>
  outbox_id !== undefined || status === 'pending' || status === 'failed';

/**
 * Sorts newest first. For waiting rows, the `+ 0` stops SQLite from scanning all rows backwards by ID: usually few rows
 * are waiting, and they have their own index.
 */
const newestFirst = (id: SQLiteColumn, isWaiting: boolean): SQL => (isWaiting ? desc(sql`${id} + 0`) : desc(id));

/** Lists deliveries newest first. A filtered page can be short. */
export async function listDeliveryRows(handle: Handle, query: DeliveryQuery): Promise<KeysetPage<DeliveryRow>> {
  const { deliveries: d, outbox: o } = handle.t;
  const [below = null] = numbersOfCursor(query.cursor, 1) ?? [];
  const isWide = !isNarrow(query) && Boolean(query.status ?? query.channel ?? query.event_type);
  const window = isWide ? await windowBelow(handle, d, d.delivery_id, below) : allBelow(below);
  const rows = await selectDeliveries(handle)
    .where(
      and(
        ...inWindow(d.delivery_id, window),
        given(query.webhook_id, (id) => eq(d.webhook_id, id)),
        given(query.outbox_id, (id) => eq(d.outbox_id, id)),
        given(query.status, (status) => STATUS_IS[status]),
        given(query.channel, (channel) => eq(d.channel, channel)),
        // Uses a subquery per row: with a join, the planner would start with the messages and, for a rare type, read
        // all of them.
        given(
          query.event_type,
          (type) => sql`(select ${o.event_type} from ${o} where ${o.outbox_id} = ${d.outbox_id}) = ${type}`,
        ),
      ),
    )
    .orderBy(newestFirst(d.delivery_id, query.status === 'pending'))
    .limit(query.limit + 1);
  return pageOfWindow(rows, query.limit, window, (row) => row.delivery_id);
}

export async function findDelivery(handle: Handle, deliveryId: number): Promise<DeliveryRow | null> {
  const [row] = await selectDeliveries(handle).where(eq(handle.t.deliveries.delivery_id, deliveryId));
  return row ?? null;
}

/** Returns the body of a delivery's message as text. */
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

/** Lists messages newest first. A filtered page can be short. */
export async function listMessageRows(handle: Handle, query: MessageQuery): Promise<KeysetPage<MessageRow>> {
  const { outbox: o } = handle.t;
  const [below = null] = numbersOfCursor(query.cursor, 1) ?? [];
  const isWide = !query.waiting && (query.event_type !== undefined || query.waiting !== undefined);
  const window = isWide ? await windowBelow(handle, o, o.outbox_id, below) : allBelow(below);
  const rows = await handle.db
    .select()
    .from(o)
    .where(
      and(
        ...inWindow(o.outbox_id, window),
        given(query.event_type, (type) => eq(o.event_type, type)),
        // The condition repeats the text of the index, so that the database uses the index.
        given(query.waiting, (waiting) => (waiting ? sql`spread_at is null` : sql`spread_at is not null`)),
      ),
    )
    .orderBy(newestFirst(o.outbox_id, query.waiting === true))
    .limit(query.limit + 1);
  return pageOfWindow(rows, query.limit, window, (row) => row.outbox_id);
}
