import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdateSkipLocked } from '../../db/query/locking.ts';
import { oneOf } from '../../db/query/one-of.ts';
import { groupBy } from '../../lib/group-by.ts';

export interface Lease {
  now: number;
  until: number;
  /** The longest lease in ms. A stored lease that ends later comes from a clock that is far ahead and is ignored. */
  longest: number;
}

/** A delivery that this daemon has leased. */
export interface LeasedDelivery {
  delivery_id: number;
  message_id: string;
  body: string;
  traceparent: string | null;
  attempts: number;
}

/**
 * Leases due deliveries of a webhook endpoint that have no valid lease. Of pending deliveries with the same order key,
 * it leases only the first: each later delivery waits until the one before it has been delivered or has failed.
 */
export async function leaseDeliveries(
  handle: Handle,
  webhookId: number,
  lease: Lease,
  limit: number,
): Promise<LeasedDelivery[]> {
  const { db, t } = handle;
  const { deliveries: d, outbox: o } = t;
  const { now, until } = lease;
  const free = or(isNull(d.lease_until), lte(d.lease_until, now), sql`lease_until > ${now + lease.longest}`);
  const isFirst = sql`(deliveries.order_key is null or not exists (
    select 1 from deliveries e where e.webhook_id = deliveries.webhook_id and e.order_key = deliveries.order_key
       and e.status = 'pending' and e.delivery_id < deliveries.delivery_id))`;
  // The status is a literal that matches the partial index; with a bound parameter, the index would not be used.
  const due = and(eq(d.webhook_id, webhookId), sql`status = 'pending'`, lte(d.next_attempt_at, now));
  const found = await forUpdateSkipLocked(
    handle,
    db
      .select({ delivery_id: d.delivery_id })
      .from(d)
      .where(and(due, free, isFirst))
      .orderBy(asc(d.next_attempt_at), asc(d.delivery_id))
      .limit(limit),
  );
  if (found.length === 0) return [];
  const these = oneOf(
    handle,
    d.delivery_id,
    found.map(({ delivery_id }) => delivery_id),
  );
  await db.update(d).set({ lease_until: until }).where(these);
  const { message_id, body, traceparent } = o;
  return db
    .select({ delivery_id: d.delivery_id, message_id, body, traceparent, attempts: d.attempts })
    .from(d)
    .innerJoin(o, eq(o.outbox_id, d.outbox_id))
    .where(these)
    .orderBy(asc(d.delivery_id));
}

export type DeliveryChange = Partial<Tables['deliveries']['$inferInsert']>;

/** Changes a delivery and releases its lease. @returns false if another daemon has since leased the delivery */
export async function settleDelivery(
  { db, t: { deliveries: d } }: Handle,
  { delivery_id, lease_until }: { delivery_id: number; lease_until: number },
  set: DeliveryChange,
): Promise<boolean> {
  const settled = await db
    .update(d)
    .set({ ...set, lease_until: null })
    .where(and(eq(d.delivery_id, delivery_id), eq(d.status, 'pending'), eq(d.lease_until, lease_until)))
    .returning({ delivery_id: d.delivery_id });
  return settled.length > 0;
}

/** The change to one delivery after its round; an empty change only releases the lease. */
export interface Settled {
  delivery_id: number;
  change: DeliveryChange;
  /** The body of the endpoint's response. */
  text: string | null;
}

/** Settles deliveries of one lease, with one statement for all deliveries that have the same change. */
export async function settleDeliveries(handle: Handle, leaseUntil: number, settled: readonly Settled[]) {
  const { db, t } = handle;
  const { deliveries: d } = t;
  for (const group of groupBy(settled, ({ change }) => JSON.stringify(change)).values()) {
    const { change } = group[0] as Settled;
    const ids = group.map(({ delivery_id }) => delivery_id);
    const answer = 'answer_status' in change ? { answer_text: textsOf(group) } : {};
    await db
      .update(d)
      .set({ ...change, ...answer, lease_until: null })
      .where(and(oneOf(handle, d.delivery_id, ids), eq(d.status, 'pending'), eq(d.lease_until, leaseUntil)));
  }
}

function textsOf(group: readonly Settled[]) {
  const [first] = group;
  if (group.every(({ text }) => text === first?.text)) return first?.text ?? null;
  const cases = group.map(({ delivery_id, text }) => sql`when ${delivery_id} then ${text}`);
  return sql`case delivery_id ${sql.join(cases, sql` `)} end`;
}

/** Gives up on deliveries to webhook endpoints that were removed. @returns the number of deliveries */
export async function giveUpOrphans(handle: Handle, now: number, limit: number): Promise<number> {
  const { db, t } = handle;
  const { deliveries: d } = t;
  const orphans = await findOrphans(handle, limit);
  if (orphans.length === 0) return 0;
  const set = { status: 'failed', error: 'the endpoint was removed', next_attempt_at: null, finished_at: now } as const;
  await db
    .update(d)
    .set(set)
    .where(and(inArray(d.delivery_id, orphans), eq(d.status, 'pending')));
  return orphans.length;
}

export async function findOrphans({ db, t }: Handle, limit: number): Promise<number[]> {
  const { deliveries: d, webhooks: w } = t;
  const removed = db.select({ webhook_id: w.webhook_id }).from(w).where(isNotNull(w.removed_at));
  const rows = await db
    .select({ delivery_id: d.delivery_id })
    .from(d)
    .where(and(inArray(d.webhook_id, removed), sql`status = 'pending'`))
    .limit(limit);
  return rows.map(({ delivery_id }) => delivery_id);
}
