import type { Database, Handle } from '../../db/database.ts';
import { SPREAD_LOCK, takeTurn } from '../../db/query/locking.ts';
import { listActiveWebhooks, type WebhookRow } from '../../features/webhooks/webhooks-store.ts';
import { isHealthy } from '../send/breaker-rules.ts';
import { leaseAt } from '../send/round-rules.ts';
import type { LeasedRound } from '../send/send-round.ts';
import { spreadMail } from './spread-mail.ts';
import { type DueMessage, hasDueMessages, insertWebhookDeliveries, markDueSpread } from './spread-store.ts';

/** The maximum number of rows that one step writes. */
const MAX_ROWS = 500;

/** The senders of this daemon, one for each webhook endpoint. */
export interface Senders {
  /** Returns whether an endpoint's queue accepts rounds leased while spreading. If not, its sender leases them. */
  acceptsRounds(webhookId: number): boolean;
  enqueue(round: LeasedRound): void;
  /**
   * Waits briefly while requests are queuing or an endpoint's queue is full. Spreading awaits this after each step.
   * @param isAllQueued whether every webhook delivery of the step is in a queue. If not, this first starts a sender for
   * each endpoint that has due deliveries in the database.
   */
  afterStep(messages: number, isAllQueued: boolean): Promise<void>;
}

/** Spreads each due message: writes one delivery for each webhook endpoint and email recipient that receives it. */
export async function spreadOutbox(db: Database, now: number, signal: AbortSignal, senders: Senders): Promise<void> {
  while (!signal.aborted && (await db.read((handle) => hasDueMessages(handle, now)))) {
    const step = await db.write((handle) => spreadStep(handle, now, senders));
    if (!step) return;
    for (const round of step.rounds) senders.enqueue(round);
    await senders.afterStep(step.messages, step.isAllQueued);
  }
}

async function spreadStep(handle: Handle, now: number, senders: Senders) {
  const leasedAt = performance.now();
  if (!(await takeTurn(handle, SPREAD_LOCK))) return null;
  const webhooks = await listActiveWebhooks(handle);
  const messages = await markDueSpread(handle, now, Math.max(1, Math.floor(MAX_ROWS / (webhooks.length + 1))));
  if (messages.length === 0) return null;
  const { until } = leaseAt(now);
  const deliveries = webhooks.flatMap((webhook) => {
    const { webhook_id } = webhook;
    const isQueuedHere = isHealthy(webhook) && senders.acceptsRounds(webhook_id);
    return messages
      .filter(({ event_type }) => webhook.events.includes(event_type as WebhookRow['events'][number]))
      .map(({ outbox_id, order_key }) => {
        // A delivery with an order key may have to wait for an earlier one, so it gets no lease here.
        const lease_until = isQueuedHere && order_key === null ? until : null;
        return { outbox_id, webhook_id, order_key, lease_until };
      });
  });
  const leased = await insertWebhookDeliveries(handle, deliveries, now);
  await spreadMail(handle, messages, now);
  const rounds = roundsOf(webhooks, messages, leased, { leasedAt, until });
  return { messages: messages.length, rounds, isAllQueued: leased.length === deliveries.length };
}

type Leased = Awaited<ReturnType<typeof insertWebhookDeliveries>>;

function roundsOf(
  webhooks: readonly WebhookRow[],
  messages: readonly DueMessage[],
  leased: Leased,
  { leasedAt, until }: { leasedAt: number; until: number },
): LeasedRound[] {
  const byId = new Map(messages.map((message) => [message.outbox_id, message]));
  return webhooks
    .map((webhook) => {
      const deliveries = leased
        .filter(({ webhook_id }) => webhook_id === webhook.webhook_id)
        .map(({ delivery_id, outbox_id }) => {
          const { message_id, body, traceparent } = byId.get(outbox_id) as DueMessage;
          return { delivery_id, message_id, body, traceparent, attempts: 0 };
        });
      return { webhook, deliveries, leaseUntil: until, leasedAt, isFull: false };
    })
    .filter(({ deliveries }) => deliveries.length > 0);
}
