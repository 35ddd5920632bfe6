import type { Database, Handle } from '../../db/database.ts';
import { findWebhook } from '../../features/webhooks/webhooks-store.ts';
import { isOpen, isPaused } from './breaker-rules.ts';
import { leaseDeliveries } from './lease-deliveries-store.ts';
import type { Verdict } from './retry-rules.ts';
import { leaseAt, nextRoundSize, TOGETHER } from './round-rules.ts';
import { isSmooth, type LeasedRound, type SendParts, type SentRound, sendRound, unsent } from './send-round.ts';
import { settleRound } from './settle-round.ts';
import type { Throttle } from './throttle.ts';

export interface SenderParts extends SendParts {
  db: Database;
  throttle: Throttle;
  observe: (outcome: Verdict['outcome']) => void;
}

/** The rounds that this daemon has to send to one webhook endpoint. */
export interface EndpointQueue {
  webhookId: number;
  /** Leased rounds to be sent, most of them leased during spreading. The sender leases more when none is left. */
  waiting: LeasedRound[];
  /** Whether the database holds no due delivery of the endpoint beyond those in the queue. */
  isDrained: boolean;
  /** The number of leases taken so far. If it has risen, an earlier read of the database is outdated. */
  leases: number;
}

/** The sender has no round: it settles the rounds that it sent and leases up to `size` deliveries. */
type Leasing = { size: number; unsettled: readonly SentRound[] };
/** The sender sends `round` while it settles the previous one. */
type Sending = Leasing & { round: LeasedRound };

/** Sends rounds to one endpoint until no delivery is due or the endpoint is paused. */
export async function sendToEndpoint(parts: SenderParts, queue: EndpointQueue): Promise<void> {
  let state: Leasing | Sending | null = takeWaiting(queue, { size: TOGETHER, unsettled: [] });
  while (state) state = await ('round' in state ? send(parts, queue, state) : lease(parts, queue, state));
}

function takeWaiting({ waiting }: EndpointQueue, next: Leasing): Leasing | Sending {
  const round = waiting.shift();
  return round ? { ...next, round } : next;
}

async function lease(parts: SenderParts, queue: EndpointQueue, { size, unsettled }: Leasing): Promise<Sending | null> {
  const round = await settleAndLease(parts, queue, unsettled, size);
  return round && { size, unsettled: [], round };
}

/** Sends a round, and leases the next one if the endpoint is quick. After a failure, it releases the waiting rounds. */
async function send(parts: SenderParts, queue: EndpointQueue, state: Sending): Promise<Leasing | Sending> {
  const { size, unsettled, round } = state;
  const { waiting } = queue;
  const leasesAhead = round.isFull && size > TOGETHER && waiting.length === 0;
  const work = [sendRound(parts, round), settleAndLease(parts, queue, unsettled, leasesAhead ? size : 0)] as const;
  await Promise.allSettled(work);
  const [sent, ahead] = await Promise.all(work);
  const smooth = isSmooth(sent);
  const next = { size: nextRoundSize({ size, ms: sent.ms, smooth }), unsettled: [sent] };
  await parts.throttle(sent.tries.length);
  if (ahead) waiting.unshift(ahead);
  if (smooth) return takeWaiting(queue, next);
  queue.isDrained = false;
  return { ...next, unsettled: [sent, ...waiting.splice(0).map(unsent)] };
}

/** Settles the sent rounds and leases up to `size` more deliveries, in one transaction. */
async function settleAndLease(
  parts: SenderParts,
  queue: EndpointQueue,
  sent: readonly SentRound[],
  size: number,
): Promise<LeasedRound | null> {
  if (sent.length === 0 && size === 0) return null;
  const { db, clock, stopping, observe } = parts;
  const now = clock();
  const mayLease = size > 0 && !stopping.aborted;
  const { verdicts, round } = await db.write(async (handle) => {
    const verdicts: Verdict[] = [];
    for (const round of sent) verdicts.push(...(await settleRound(handle, now, queue.webhookId, round)));
    return { verdicts, round: mayLease ? await leaseRound(handle, now, queue.webhookId, size) : null };
  });
  for (const { outcome } of verdicts) observe(outcome);
  if (mayLease) {
    queue.isDrained = !round?.isFull;
    queue.leases += 1;
  }
  return round;
}

async function leaseRound(handle: Handle, now: number, webhookId: number, size: number): Promise<LeasedRound | null> {
  const leasedAt = performance.now();
  const webhook = await findWebhook(handle, webhookId);
  if (!webhook?.active || isPaused(webhook, now)) return null;
  const limit = isOpen(webhook) ? 1 : size;
  const lease = leaseAt(now);
  const deliveries = await leaseDeliveries(handle, webhookId, lease, limit);
  if (deliveries.length === 0) return null;
  return { webhook, deliveries, leaseUntil: lease.until, leasedAt, isFull: deliveries.length === limit };
}
