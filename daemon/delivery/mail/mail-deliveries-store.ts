import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { forUpdateSkipLocked } from '../../db/query/locking.ts';
import type { Lease, LeasedDelivery } from '../send/lease-deliveries-store.ts';

export interface MailDelivery extends LeasedDelivery {
  lease_until: number;
  recipient: string;
  event_type: string;
  /** When the message was written to the outbox. */
  created_at: number;
}

/** Lists the fields of messages that determine their email recipients. */
export function listMessages({ db, t: { outbox: o } }: Handle, ids: readonly number[]) {
  const { outbox_id, event_type, body, created_at } = o;
  return db
    .select({ outbox_id, event_type, body, created_at })
    .from(o)
    .where(inArray(outbox_id, [...ids]));
}

/** Inserts one email for each message. @param recipients the address for each outbox ID */
export async function insertMails({ db, t }: Handle, recipients: ReadonlyMap<number, string>, now: number) {
  const rows = [...recipients].map(([outbox_id, recipient]) => ({
    ...({ outbox_id, recipient, channel: 'mail', status: 'pending', attempts: 0 } as const),
    ...{ next_attempt_at: now, created_at: now },
  }));
  if (rows.length > 0) await db.insert(t.deliveries).values(rows);
}

/** Matches emails that are due and not under a valid lease. An email is a delivery without a webhook ID. */
const dueOf = ({ t: { deliveries: d } }: Handle, { now, longest }: Pick<Lease, 'now' | 'longest'>) =>
  and(
    isNull(d.webhook_id),
    // The status is a literal that matches the partial index; with a bound parameter, the index would not be used.
    sql`status = 'pending'`,
    lte(d.next_attempt_at, now),
    or(isNull(d.lease_until), lte(d.lease_until, now), sql`lease_until > ${now + longest}`),
  );

export async function hasDueMails(handle: Handle, lease: Pick<Lease, 'now' | 'longest'>): Promise<boolean> {
  const { deliveries: d } = handle.t;
  const rows = await handle.db.select({ id: d.delivery_id }).from(d).where(dueOf(handle, lease)).limit(1);
  return rows.length > 0;
}

export async function leaseMails(handle: Handle, lease: Lease, limit: number): Promise<MailDelivery[]> {
  const { db, t } = handle;
  const { deliveries: d, outbox: o } = t;
  const found = await forUpdateSkipLocked(
    handle,
    db
      .select({ delivery_id: d.delivery_id })
      .from(d)
      .where(dueOf(handle, lease))
      .orderBy(asc(d.next_attempt_at), asc(d.delivery_id))
      .limit(limit),
  );
  const ids = found.map(({ delivery_id }) => delivery_id);
  if (ids.length === 0) return [];
  await db.update(d).set({ lease_until: lease.until }).where(inArray(d.delivery_id, ids));
  const { message_id, event_type, body, traceparent, created_at } = o;
  const rows = await db
    .select({
      delivery_id: d.delivery_id,
      recipient: d.recipient,
      attempts: d.attempts,
      message_id,
      event_type,
      body,
      traceparent,
      created_at,
    })
    .from(d)
    .innerJoin(o, eq(o.outbox_id, d.outbox_id))
    .where(inArray(d.delivery_id, ids))
    .orderBy(asc(d.delivery_id));
  return rows.map((row) => ({ ...row, recipient: row.recipient ?? '', lease_until: lease.until }));
}
