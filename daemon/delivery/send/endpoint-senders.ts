import { setTimeout as sleep } from 'node:timers/promises';
import { findDueWebhooks } from '../../features/webhooks/webhooks-store.ts';
import type { Log } from '../../lib/log.ts';
import type { Senders } from '../spread/spread-outbox.ts';
import { isPaused } from './breaker-rules.ts';
import { type EndpointQueue, type SenderParts, sendToEndpoint } from './endpoint-sender.ts';
import { LONGEST_LEASE_MS } from './round-rules.ts';
import type { LeasedRound } from './send-round.ts';

/** The maximum number of rounds that wait in one queue. */
const MOST_WAITING = 2;
const POLL_MS = 2;
/** How long spreading waits while a queue is full. After that, a slower endpoint's deliveries wait in the database. */
const PATIENCE_MS = 50;

export interface EndpointSenders extends Senders {
  /** Starts a sender for each endpoint that has due deliveries without a lease. */
  startDue(): Promise<void>;
  /** Resolves when no sender is running. */
  ended(): Promise<void>;
}

/** Creates a queue and a sender for each endpoint, so that an unresponsive endpoint does not delay the others. */
export function createEndpointSenders(parts: SenderParts & { log: Log }): EndpointSenders {
  const { db, clock, log, stopping, throttle } = parts;
  const queues = new Map<number, EndpointQueue>();
  const running = new Map<EndpointQueue, Promise<void>>();

  const queueOf = (webhookId: number) => {
    const queue = queues.get(webhookId) ?? { webhookId, waiting: [], isDrained: false, leases: 0 };
    queues.set(webhookId, queue);
    return queue;
  };
  const start = (queue: EndpointQueue) => {
    if (running.has(queue)) return;
    const run = sendToEndpoint(parts, queue)
      .catch((error) => {
        queue.isDrained = false;
        // When the leases of the dropped rounds end, this or another daemon will find their deliveries in the database.
        queue.waiting.length = 0;
        log.warn('Messages could not be sent; the daemon will retry', { error });
      })
      .finally(() => {
        running.delete(queue);
        // Spreading may have added a round while the sender was ending.
        if (queue.waiting.length > 0) start(queue);
      });
    running.set(queue, run);
  };
  const hasRoom = ({ waiting }: EndpointQueue) => waiting.length < MOST_WAITING;
  const isFull = (queue: EndpointQueue) => queue.isDrained && !hasRoom(queue);
  const startDue = async () => {
    const now = clock();
    const leases = new Map([...queues].map(([id, queue]) => [id, queue.leases]));
    for (const webhook of await db.read((handle) => findDueWebhooks(handle, now, LONGEST_LEASE_MS))) {
      const queue = queueOf(webhook.webhook_id);
      if (queue.leases === (leases.get(webhook.webhook_id) ?? 0)) queue.isDrained = false;
      if (!isPaused(webhook, now) && !stopping.aborted) start(queue);
    }
  };
  return {
    acceptsRounds(webhookId) {
      const queue = queueOf(webhookId);
      return queue.isDrained && hasRoom(queue) && !stopping.aborted;
    },
    enqueue(round: LeasedRound) {
      const queue = queueOf(round.webhook.webhook_id);
      queue.waiting.push(round);
      start(queue);
    },
    async afterStep(messages, isAllQueued) {
      if (!isAllQueued) await startDue();
      await throttle(messages);
      const until = performance.now() + PATIENCE_MS;
      while ([...queues.values()].some(isFull) && performance.now() < until && !stopping.aborted) await sleep(POLL_MS);
    },
    startDue,
    async ended() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
