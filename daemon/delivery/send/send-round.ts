import { type Attempt, isDelivered } from '../../features/webhooks/attempt-rules.ts';
import { type Signer, signerOf } from '../../features/webhooks/signature-rules.ts';
import type { WebhookRow } from '../../features/webhooks/webhooks-store.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { inSpan } from '../../lib/spans.ts';
import type { Egress } from './egress.ts';
import type { LeasedDelivery } from './lease-deliveries-store.ts';
import { ROUND_MS, TOGETHER } from './round-rules.ts';

export interface SendParts {
  secretKey: SecretKey;
  egress: Egress;
  clock: Clock;
  /** When this is aborted, no new attempt starts. */
  stopping: AbortSignal;
  /** Aborts the attempts in progress. */
  signal: AbortSignal;
}

/** Deliveries to one webhook endpoint under one lease. Until the lease ends, only this daemon may send them. */
export interface LeasedRound {
  webhook: WebhookRow;
  deliveries: LeasedDelivery[];
  leaseUntil: number;
  /** When the round was leased, according to the monotonic clock. */
  leasedAt: number;
  /** Whether the round is as large as it may be; more deliveries are then probably due. */
  isFull: boolean;
}

interface Try {
  delivery: LeasedDelivery;
  /** Null if the attempt was not made, or was aborted because the daemon stopped. The delivery stays due. */
  attempt: Attempt | null;
}

/** A round with the results of its attempts. */
export interface SentRound {
  leaseUntil: number;
  tries: Try[];
  ms: number;
}

export const isSmooth = ({ tries }: SentRound) => tries.every(({ attempt }) => attempt && isDelivered(attempt));

/** Returns the result for a round that was not sent. Settling the result releases the round's lease. */
export const unsent = ({ deliveries, leaseUntil }: LeasedRound): SentRound => ({
  leaseUntil,
  tries: deliveries.map((delivery) => ({ delivery, attempt: null })),
  ms: 0,
});

/**
 * Sends up to `TOGETHER` deliveries at a time. After a failed attempt, or `ROUND_MS` after the lease was taken, no new
 * attempt starts; the rest is left for a later round.
 */
export async function sendRound(parts: SendParts, round: LeasedRound): Promise<SentRound> {
  const startedAt = performance.now();
  const sign = readSigner(parts, round.webhook);
  const deadline = round.leasedAt + ROUND_MS;
  const { leaseUntil, tries } = unsent(round);
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < tries.length && !failed && !parts.stopping.aborted && performance.now() < deadline) {
      const one = tries[next] as Try;
      next += 1;
      one.attempt = await send(parts, round.webhook, sign, one.delivery);
      failed ||= !one.attempt || !isDelivered(one.attempt);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return { leaseUntil, tries, ms: performance.now() - startedAt };
}

/** Returns null if the endpoint's secrets were encrypted with another key. */
function readSigner({ secretKey, clock }: SendParts, webhook: WebhookRow): Signer | null {
  try {
    return signerOf(secretKey, webhook, clock());
  } catch {
    return null;
  }
}

const UNREADABLE = {
  status: null,
  text: null,
  error: 'the signing secret cannot be decrypted: it was encrypted with another REDEEMD_SECRET_KEY',
};

const send = async (
  { egress, clock, signal }: SendParts,
  { url }: WebhookRow,
  sign: Signer | null,
  delivery: LeasedDelivery,
): Promise<Attempt | null> =>
  sign
    ? inSpan(
        () => ({
          name: 'webhook',
          kind: 'client',
          traceparent: delivery.traceparent,
          attributes: { 'server.address': new URL(url).hostname, 'messaging.message.id': delivery.message_id },
        }),
        async (span) => {
          const attempt = await egress.post(url, sign(delivery, clock()), delivery.body, signal);
          if (attempt?.status) span?.setAttribute('http.response.status_code', attempt.status);
          return attempt;
        },
      )
    : UNREADABLE;
