import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { type DeliveryRow, listDeliveryRows, listMessageRows, type MessageRow } from './deliveries-store.ts';
import { getDelivery } from './get-delivery.ts';
import { replayDelivery } from './replay-delivery.ts';

type DeliveryRoutes = Pick<Routes, 'listDeliveries' | 'getDelivery' | 'replayDelivery' | 'listOutbox'>;

export interface DeliveryRouteParts {
  db: Database;
  /** True if a mail server is configured. */
  mailReady: boolean;
}

export const deliveryRoutes = ({ db, mailReady }: DeliveryRouteParts): DeliveryRoutes => ({
  listDeliveries: async ({ query }) => {
    const page = await db.read((handle) => listDeliveryRows(handle, query));
    return { ...page, data: page.data.map(deliveryOut), mail_ready: mailReady };
  },
  getDelivery: async ({ params }) => {
    const { row, body } = await getDelivery(db, params.delivery_id);
    return { ...deliveryOut(row), body };
  },
  replayDelivery: async ({ params, principal, now }) =>
    deliveryOut(await replayDelivery(db, principal.staffId, params.delivery_id, now)),
  listOutbox: async ({ query: { waiting, ...query } }) => {
    const only = waiting === undefined ? {} : { waiting: waiting === 'true' };
    const page = await db.read((handle) => listMessageRows(handle, { ...query, ...only }));
    return { ...page, data: page.data.map(messageOut) };
  },
});

const deliveryOut = (row: DeliveryRow): AnswerOf<Endpoints['replayDelivery']> => ({
  ...row,
  next_attempt_at: instantOrNull(row.next_attempt_at),
  created_at: isoInstant(row.created_at),
  finished_at: instantOrNull(row.finished_at),
});

const messageOut = (row: MessageRow): AnswerOf<Endpoints['listOutbox']>['data'][number] => ({
  outbox_id: row.outbox_id,
  message_id: row.message_id,
  event_type: row.event_type,
  order_key: row.order_key,
  body: row.body,
  created_at: isoInstant(row.created_at),
  due_at: isoInstant(row.due_at),
  spread_at: instantOrNull(row.spread_at),
});
