import { setTimeout as sleep } from 'node:timers/promises';
import { findDueWebhooks } from '../../features/webhooks/webhooks-store.ts';
import type { Log } from '../../lib/log.ts';
import type { Senders } from '../spread/spread-outbox.ts';
import { isPaused } from './breaker-rules.ts';
import { type Lane, type LaneParts, runLane } from './endpoint-sender.ts';
import { LONGEST_LEASE_MS } from './round-rules.ts';
import type { Taken } from './send-round.ts';

/** So many rounds wait in a lane at most. */
const MOST_GIVEN = 2;
const LOOK_MS = 2;
/** The messages of an endpoint that is slower wait in the database, so that others do not wait for it. */
const PATIENCE_MS = 50;

export interface Lanes extends Senders {
  /** For whatever is due and that nobody is at. */
  startDue(): Promise<void>;
  /** Once every lane came to its end. */
  ended(): Promise<void>;
}

/** Each endpoint has a lane of its own, so that one that does not answer holds up nobody but itself. */
export function createLanes(parts: LaneParts & { log: Log }): Lanes {
  const { db, clock, log, stopping, pace } = parts;
  const lanes = new Map<number, Lane>();
  const running = new Map<Lane, Promise<void>>();

  const laneOf = (webhookId: number) => {
    const lane = lanes.get(webhookId) ?? { webhookId, given: [], caughtUp: false };
    lanes.set(webhookId, lane);
    return lane;
  };
  const start = (lane: Lane) => {
    if (running.has(lane)) return;
    const run = runLane(parts, lane)
      .catch((error) => {
        lane.caughtUp = false;
        // Whoever finds them once their lease is over sends them.
        lane.given.length = 0;
        log.warn('Messages could not be sent; they are tried again', { error });
      })
      .finally(() => {
        running.delete(lane);
        // What was given while it came to its end.
        if (lane.given.length > 0) start(lane);
      });
    running.set(lane, run);
  };
  const hasRoom = ({ given }: Lane) => given.length < MOST_GIVEN;
  const isWaitedFor = (lane: Lane) => lane.caughtUp && !hasRoom(lane);
  const startDue = async () => {
    const now = clock();
    for (const webhook of await db.read((handle) => findDueWebhooks(handle, now, LONGEST_LEASE_MS))) {
      const lane = laneOf(webhook.webhook_id);
      lane.caughtUp = false;
      if (!isPaused(webhook, now) && !stopping.aborted) start(lane);
    }
  };
  return {
    takeRounds(webhookId) {
      const lane = laneOf(webhookId);
      return lane.caughtUp && hasRoom(lane) && !stopping.aborted;
    },
    give(round: Taken) {
      const lane = laneOf(round.webhook.webhook_id);
      lane.given.push(round);
      start(lane);
    },
    async afterStep(messages, isAllGiven) {
      if (!isAllGiven) await startDue();
      await pace(messages);
      const until = performance.now() + PATIENCE_MS;
      while ([...lanes.values()].some(isWaitedFor) && performance.now() < until && !stopping.aborted)
        await sleep(LOOK_MS);
    },
    startDue,
    async ended() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
