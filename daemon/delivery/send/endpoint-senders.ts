import { setTimeout as sleep } from 'node:timers/promises';
import { findDueWebhooks } from '../../features/webhooks/webhooks-store.ts';
import type { Log } from '../../lib/log.ts';
import type { Senders } from '../spread/spread-outbox.ts';
import { isPaused } from './breaker-rules.ts';
import { type EndpointQueue, type SenderParts, sendToEndpoint } from './endpoint-sender.ts';
import { LONGEST_LEASE_MS } from './round-rules.ts';
import type { LeasedRound } from './send-round.ts';

/** So many rounds wait in a queue at most. */
const MOST_WAITING = 2;
const LOOK_MS = 2;
/** The messages of an endpoint that is slower wait in the database, so that others do not wait for it. */
const PATIENCE_MS = 50;

export interface EndpointSenders extends Senders {
  /** For whatever is due and that nobody is at. */
  startDue(): Promise<void>;
  /** Once every queue came to its end. */
  ended(): Promise<void>;
}

/** Each endpoint has a queue of its own, so that one that does not answer holds up nobody but itself. */
export function createEndpointSenders(parts: SenderParts & { log: Log }): EndpointSenders {
  const { db, clock, log, stopping, pace } = parts;
  const queues = new Map<number, EndpointQueue>();
  const running = new Map<EndpointQueue, Promise<void>>();

  const queueOf = (webhookId: number) => {
    const queue = queues.get(webhookId) ?? { webhookId, waiting: [], isDrained: false };
    queues.set(webhookId, queue);
    return queue;
  };
  const start = (queue: EndpointQueue) => {
    if (running.has(queue)) return;
    const run = sendToEndpoint(parts, queue)
      .catch((error) => {
        queue.isDrained = false;
        // Whoever finds them once their lease is over sends them.
        queue.waiting.length = 0;
        log.warn('Messages could not be sent; they are tried again', { error });
      })
      .finally(() => {
        running.delete(queue);
        // What was waiting while it came to its end.
        if (queue.waiting.length > 0) start(queue);
      });
    running.set(queue, run);
  };
  const hasRoom = ({ waiting }: EndpointQueue) => waiting.length < MOST_WAITING;
  const isFull = (queue: EndpointQueue) => queue.isDrained && !hasRoom(queue);
  const startDue = async () => {
    const now = clock();
    for (const webhook of await db.read((handle) => findDueWebhooks(handle, now, LONGEST_LEASE_MS))) {
      const queue = queueOf(webhook.webhook_id);
      queue.isDrained = false;
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
      await pace(messages);
      const until = performance.now() + PATIENCE_MS;
      while ([...queues.values()].some(isFull) && performance.now() < until && !stopping.aborted) await sleep(LOOK_MS);
    },
    startDue,
    async ended() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
