import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { findBody, findDelivery } from './deliveries-store.ts';

/** Returns a delivery and the body of its message. */
export const getDelivery = (db: Database, deliveryId: number) =>
  db.read(async (handle) => {
    const row = await findDelivery(handle, deliveryId);
    const body = row && (await findBody(handle, row.outbox_id));
    if (!row || body === null) throw new AppError('not_found');
    return { row, body };
  });
