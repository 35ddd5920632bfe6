import { setMaxListeners } from 'node:events';
import type { Database } from '../db/database.ts';
import { listActiveWebhooks } from '../features/webhooks/webhooks-store.ts';
import type { Clock } from '../lib/clock.ts';
import { createStepWatch } from '../lib/clock-steps.ts';
import type { SecretKey } from '../lib/keyed.ts';
import type { Log } from '../lib/log.ts';
import { createSingleFlight } from '../lib/single-flight.ts';
import { bringForward } from './bring-forward.ts';
import type { Egress } from './send/egress.ts';
import { createEndpointSenders } from './send/endpoint-senders.ts';
import { findOrphans, giveUpOrphans } from './send/lease-deliveries-store.ts';
import type { Verdict } from './send/retry-rules.ts';
import { createThrottle } from './send/throttle.ts';
import { spreadOutbox } from './spread/spread-outbox.ts';

export interface OutboxWorker {
  /** Reports that a message may have been written, so that the worker checks soon. Frequent calls cost nothing. */
  poke(): void;
  /** Gives attempts in progress `LAST_TRIES_MS` to end, then aborts them and releases their deliveries' leases. */
  stop(): Promise<void>;
}

export interface OutboxParts {
  db: Database;
  secretKey: SecretKey;
  egress: Egress;
  clock: Clock;
  log: Log;
  observe?: (outcome: Verdict['outcome']) => void;
  /** Returns whether requests are queuing; deliveries then slow down. */
  isCrowded?: () => boolean;
}

const POLL_MS = 1000;
const POKED_MS = 25;
const LOOKS_PER_CHECK = 60;
const MAX_ORPHANS = 400;
const LAST_TRIES_MS = 3000;

/** Spreads the outbox and sends to the webhook endpoints. All daemons on the database share the work. */
export function startOutboxWorker({
  observe = () => {},
  isCrowded = () => false,
  ...parts
}: OutboxParts): OutboxWorker {
  const { db, clock, log } = parts;
  const stopping = new AbortController();
  const cutting = new AbortController();
  // Each attempt in progress adds a listener.
  setMaxListeners(0, cutting.signal);
  const throttle = createThrottle(isCrowded, stopping.signal);
  const senders = createEndpointSenders({
    ...parts,
    throttle,
    observe,
    stopping: stopping.signal,
    signal: cutting.signal,
  });
  const findStep = createStepWatch(clock);
  let poked: NodeJS.Timeout | null = null;
  let looks = 0;
  let hasEndpoints = false;

  const look = async () => {
    if (stopping.signal.aborted) return;
    if (findStep()?.kind === 'back' || looks % LOOKS_PER_CHECK === 0) {
      await dropOrphans(db, clock());
      await bringForward(db, clock(), stopping.signal);
    }
    looks += 1;
    hasEndpoints = (await db.read(listActiveWebhooks)).length > 0;
    await spreadOutbox(db, clock(), stopping.signal, senders);
    await senders.startDue();
  };
  const flight = createSingleFlight(() =>
    look().catch((error) => log.warn('The outbox could not be read; the daemon will retry', { error })),
  );
  const checkNow = () => void flight.run();
  const timer = setInterval(checkNow, POLL_MS).unref();
  return {
    poke() {
      if (!hasEndpoints || stopping.signal.aborted) return;
      poked ??= setTimeout(() => {
        poked = null;
        checkNow();
      }, POKED_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      if (poked) clearTimeout(poked);
      stopping.abort();
      const cut = setTimeout(() => cutting.abort(), LAST_TRIES_MS);
      await flight.idle();
      await senders.ended();
      clearTimeout(cut);
      await parts.egress.close();
    },
  };
}

async function dropOrphans(db: Database, now: number): Promise<void> {
  while ((await db.read((handle) => findOrphans(handle, 1))).length > 0)
    await db.write((handle) => giveUpOrphans(handle, now, MAX_ORPHANS));
}
