import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

/** Returns the ID of the newest delivery to a webhook endpoint; 0 if there is none. */
export async function findLastDeliveryId({ db, t }: Handle, webhookId: number): Promise<number> {
  const { deliveries: d } = t;
  const [row] = await db
    .select({ delivery_id: d.delivery_id })
    .from(d)
    .where(eq(d.webhook_id, webhookId))
    .orderBy(desc(d.delivery_id))
    .limit(1);
  return row?.delivery_id ?? 0;
}

/** Returns a webhook endpoint's deliveries with IDs above `after`, oldest first, each with its message. */
export async function listDeliveriesAfter({ db, t }: Handle, webhookId: number, after: number, limit: number) {
  const { deliveries: d, outbox: o } = t;
  return await db
    .select({
      delivery_id: d.delivery_id,
      message_id: o.message_id,
      event_type: o.event_type,
      body: o.body,
      traceparent: o.traceparent,
    })
    .from(d)
    .innerJoin(o, eq(o.outbox_id, d.outbox_id))
    .where(and(eq(d.webhook_id, webhookId), gt(d.delivery_id, after)))
    .orderBy(asc(d.delivery_id))
    .limit(limit);
}
