import type { Database, Handle } from '../../db/database.ts';
import { findWebhook } from '../../features/webhooks/webhooks-store.ts';
import { isOpen, isPaused } from './breaker-rules.ts';
import { claimDeliveries } from './lease-deliveries-store.ts';
import type { Pace } from './pace.ts';
import type { Verdict } from './retry-rules.ts';
import { leaseAt, nextRoundSize, TOGETHER } from './round-rules.ts';
import { givenBack, isSmooth, type SendParts, type Sent, sendRound, type Taken } from './send-round.ts';
import { settleRound } from './settle-round.ts';

export interface LaneParts extends SendParts {
  db: Database;
  pace: Pace;
  observe: (outcome: Verdict['outcome']) => void;
}

/** What one endpoint is to have. */
export interface Lane {
  webhookId: number;
  /** Rounds that were taken for it when they were spread, which come first. */
  given: Taken[];
  /** Nothing is due that was not given. */
  caughtUp: boolean;
}

/**
 * Round after round to one endpoint, until nothing is due or it is to be left alone. While one is sent, the one before it
 * is settled, and to an endpoint that answers quickly the next one is taken.
 */
export async function runLane(parts: LaneParts, lane: Lane): Promise<void> {
  const { given } = lane;
  let size = TOGETHER;
  let unsettled: Sent[] = [];
  let taken = given.shift() ?? (await turn(parts, lane, unsettled, size));
  while (taken) {
    const sending = sendRound(parts, taken);
    let ahead: Taken | null = null;
    try {
      const isQuick = taken.isFull && size > TOGETHER;
      ahead = await turn(parts, lane, unsettled, isQuick && given.length === 0 ? size : 0);
    } finally {
      unsettled = [await sending];
    }
    const [sent] = unsettled as [Sent];
    const smooth = isSmooth(sent);
    size = nextRoundSize({ size, ms: sent.ms, smooth });
    await parts.pace(sent.tries.length);
    if (ahead) given.unshift(ahead);
    if (!smooth) {
      lane.caughtUp = false;
      unsettled.push(...given.splice(0).map(givenBack));
    }
    taken = given.shift() ?? null;
    if (!taken) {
      taken = await turn(parts, lane, unsettled, size);
      unsettled = [];
    }
  }
}

/** Settles what was sent and takes up to so many messages more, in one transaction. */
async function turn(parts: LaneParts, lane: Lane, sent: readonly Sent[], size: number): Promise<Taken | null> {
  if (sent.length === 0 && size === 0) return null;
  const { db, clock, stopping, observe } = parts;
  const now = clock();
  const claims = size > 0 && !stopping.aborted;
  const { verdicts, taken } = await db.write(async (handle) => {
    const verdicts: Verdict[] = [];
    for (const round of sent) verdicts.push(...(await settleRound(handle, now, lane.webhookId, round)));
    return { verdicts, taken: claims ? await take(handle, now, lane.webhookId, size) : null };
  });
  for (const { outcome } of verdicts) observe(outcome);
  if (claims) lane.caughtUp = !taken?.isFull;
  return taken;
}

async function take(handle: Handle, now: number, webhookId: number, size: number): Promise<Taken | null> {
  const takenAt = performance.now();
  const webhook = await findWebhook(handle, webhookId);
  if (!webhook?.active || isPaused(webhook, now)) return null;
  const limit = isOpen(webhook) ? 1 : size;
  const lease = leaseAt(now);
  const deliveries = await claimDeliveries(handle, webhookId, lease, limit);
  if (deliveries.length === 0) return null;
  return { webhook, deliveries, leaseUntil: lease.until, takenAt, isFull: deliveries.length === limit };
}
