import { type Attempt, isDelivered } from '../../features/webhooks/attempt-rules.ts';
import { createSigner, type Signer, secretsAt } from '../../features/webhooks/signature-rules.ts';
import type { WebhookRow } from '../../features/webhooks/webhooks-store.ts';
import type { Clock } from '../../lib/clock.ts';
import { type SecretKey, unseal } from '../../lib/keyed.ts';
import type { Egress } from './egress.ts';
import type { LeasedDelivery } from './lease-deliveries-store.ts';
import { ROUND_MS, TOGETHER } from './round-rules.ts';

export interface SendParts {
  secretKey: SecretKey;
  egress: Egress;
  clock: Clock;
  /** Begin no new tries. */
  stopping: AbortSignal;
  /** Cuts those under way short. */
  signal: AbortSignal;
}

/** Messages to one endpoint that this daemon alone may send now. */
export interface LeasedRound {
  webhook: WebhookRow;
  deliveries: LeasedDelivery[];
  leaseUntil: number;
  /** When, by the clock that only goes ahead. */
  leasedAt: number;
  /** There are probably more. */
  isFull: boolean;
}

export interface Try {
  delivery: LeasedDelivery;
  /** Null: not made, or cut short by this daemon's end, so it is made again. */
  attempt: Attempt | null;
}

/** What became of messages that were round. */
export interface SentRound {
  leaseUntil: number;
  tries: Try[];
  ms: number;
}

export const isSmooth = ({ tries }: SentRound) => tries.every(({ attempt }) => attempt && isDelivered(attempt));

/** Messages that are not sent after all. */
export const unsent = ({ deliveries, leaseUntil }: LeasedRound): SentRound => ({
  leaseUntil,
  tries: deliveries.map((delivery) => ({ delivery, attempt: null })),
  ms: 0,
});

/** Some at a time; once one fails, or it takes too long, the rest is left for the next round. */
export async function sendRound(parts: SendParts, round: LeasedRound): Promise<SentRound> {
  const startedAt = performance.now();
  const sign = readSigner(parts, round.webhook);
  const late = round.leasedAt + ROUND_MS;
  const { leaseUntil, tries } = unsent(round);
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < tries.length && !failed && !parts.stopping.aborted && performance.now() < late) {
      const one = tries[next] as Try;
      next += 1;
      one.attempt = await send(parts, round.webhook, sign, one.delivery);
      failed ||= !one.attempt || !isDelivered(one.attempt);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return { leaseUntil, tries, ms: performance.now() - startedAt };
}

/** Null where they were sealed with another key. */
function readSigner({ secretKey, clock }: SendParts, webhook: WebhookRow): Signer | null {
  try {
    return createSigner(secretsAt(webhook, clock()).map((sealed) => unseal(secretKey, sealed)));
  } catch {
    return null;
  }
}

const UNREADABLE = {
  status: null,
  text: null,
  error: 'the secret cannot be read: REDEEMD_SECRET_KEY is another one',
};

const send = async (
  { egress, clock, signal }: SendParts,
  { url }: WebhookRow,
  sign: Signer | null,
  delivery: LeasedDelivery,
): Promise<Attempt | null> => (sign ? egress.post(url, sign(delivery, clock()), delivery.body, signal) : UNREADABLE);
