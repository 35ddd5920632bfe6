import type { Database, Handle } from '../../db/database.ts';
import { findWebhook } from '../../features/webhooks/webhooks-store.ts';
import { isOpen, isPaused } from './breaker-rules.ts';
import { leaseDeliveries } from './lease-deliveries-store.ts';
import type { Pace } from './pace.ts';
import type { Verdict } from './retry-rules.ts';
import { leaseAt, nextRoundSize, TOGETHER } from './round-rules.ts';
import { isSmooth, type LeasedRound, type SendParts, type SentRound, sendRound, unsent } from './send-round.ts';
import { settleRound } from './settle-round.ts';

export interface SenderParts extends SendParts {
  db: Database;
  pace: Pace;
  observe: (outcome: Verdict['outcome']) => void;
}

/** The rounds that this daemon has to send to one webhook endpoint. */
export interface EndpointQueue {
  webhookId: number;
  /** Leased rounds to be sent, most of them leased at spreading. The sender leases more when none is left. */
  waiting: LeasedRound[];
  /** Whether the database holds no due delivery of the endpoint beyond those in the queue. */
  isDrained: boolean;
  /** How often the sender has leased. If the number has risen, an earlier read of the database is outdated. */
  leases: number;
}

/**
 * Sends rounds to one endpoint until no delivery is due or the endpoint is paused. While a round is sent, the previous
 * one is settled and, if the endpoint responds quickly, the next one is leased.
 */
export async function sendToEndpoint(parts: SenderParts, queue: EndpointQueue): Promise<void> {
  const { waiting } = queue;
  let size = TOGETHER;
  let unsettled: SentRound[] = [];
  let round = waiting.shift() ?? (await settleAndLease(parts, queue, unsettled, size));
  while (round) {
    const sending = sendRound(parts, round);
    let ahead: LeasedRound | null = null;
    try {
      const isQuick = round.isFull && size > TOGETHER;
      ahead = await settleAndLease(parts, queue, unsettled, isQuick && waiting.length === 0 ? size : 0);
    } finally {
      unsettled = [await sending];
    }
    const [sent] = unsettled as [SentRound];
    const smooth = isSmooth(sent);
    size = nextRoundSize({ size, ms: sent.ms, smooth });
    await parts.pace(sent.tries.length);
    if (ahead) waiting.unshift(ahead);
    if (!smooth) {
      queue.isDrained = false;
      unsettled.push(...waiting.splice(0).map(unsent));
    }
    round = waiting.shift() ?? null;
    if (!round) {
      round = await settleAndLease(parts, queue, unsettled, size);
      unsettled = [];
    }
  }
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
