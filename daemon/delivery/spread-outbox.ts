import type { Database } from '../db/database.ts';
import { SPREAD_LOCK, takeTurn } from '../db/locking.ts';
import {
  findDueMessages,
  hasDueMessages,
  insertWebhookDeliveries,
  markSpread,
} from '../features/deliveries/spread-store.ts';
import { listSubscriptions } from '../features/webhooks/webhooks-store.ts';
import { spreadMail } from './spread-mail.ts';

/** Rows that one step writes at most. */
const MAX_ROWS = 500;

/**
 * Gives each message that is due to everybody who is told of it.
 * @param spread awaited after each step with the number of its messages, so that their receivers wait for no others
 */
export async function spreadOutbox(
  db: Database,
  now: number,
  signal: AbortSignal,
  spread: (messages: number) => Promise<void>,
): Promise<void> {
  while (!signal.aborted && (await db.read((handle) => hasDueMessages(handle, now)))) {
    const messages = await spreadStep(db, now);
    if (messages === 0) return;
    await spread(messages);
  }
}

const spreadStep = (db: Database, now: number): Promise<number> =>
  db.write(async (handle) => {
    if (!(await takeTurn(handle, SPREAD_LOCK))) return 0;
    const subscriptions = await listSubscriptions(handle);
    const messages = await findDueMessages(handle, now, Math.max(1, Math.floor(MAX_ROWS / (subscriptions.length + 1))));
    if (messages.length === 0) return 0;
    const deliveries = messages.flatMap(({ outbox_id, order_key, event_type }) =>
      subscriptions
        .filter(({ events }) => events.includes(event_type))
        .map(({ webhook_id }) => ({ outbox_id, webhook_id, order_key })),
    );
    await insertWebhookDeliveries(handle, deliveries, now);
    await spreadMail(handle, messages, now);
    await markSpread(handle, messages, now);
    return messages.length;
  });
