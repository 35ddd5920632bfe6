import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findWebhook } from '../webhooks/webhooks-store.ts';
import { type DeliveryRow, findDelivery, lockDelivery, restartDelivery } from './deliveries-store.ts';

/** Restarts a delivery from its first attempt. A delivery that is waiting for its next attempt is sent now. */
export const replayDelivery = (db: Database, staffId: number, deliveryId: number, now: number): Promise<DeliveryRow> =>
  db.write(async (handle) => {
    await lockDelivery(handle, deliveryId);
    const before = await findDelivery(handle, deliveryId);
    if (!before) throw new AppError('not_found');
    const webhook = before.webhook_id === null ? null : await findWebhook(handle, before.webhook_id);
    if (before.channel === 'webhook' && !webhook?.active) throw new AppError('endpoint_inactive');
    await restartDelivery(handle, deliveryId, now);
    const after = await findDelivery(handle, deliveryId);
    if (!after) throw new Error(`Delivery ${deliveryId} no longer exists`);
    const change = { before: viewOf(before), after: viewOf(after) };
    await recordAudit(
      handle,
      { staffId, action: 'delivery.replay', entity: 'delivery', entityId: deliveryId, ...change },
      now,
    );
    return after;
  });

const viewOf = ({ message_id, status, attempts }: DeliveryRow) => ({ message_id, status, attempts });
