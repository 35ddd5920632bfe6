import type { Database, Handle } from '../db/database.ts';
import { recordAudit } from '../features/audit/audit-store.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type Settled,
  settleDeliveries,
} from '../features/deliveries/claim-deliveries-store.ts';
import { type Attempt, isDelivered, judge, type Verdict } from '../features/deliveries/retry-rules.ts';
import { ROUND_MS, type Round, TOGETHER } from '../features/deliveries/round-rules.ts';
import { afterRound, GIVES_UP_AT, isOpen } from '../features/webhooks/breaker-rules.ts';
import { secretsAt, signedHeaders } from '../features/webhooks/signature-rules.ts';
import { findWebhookForUpdate, updateWebhook, type WebhookRow } from '../features/webhooks/webhooks-store.ts';
import type { Clock } from '../lib/clock.ts';
import { type SecretKey, unseal } from '../lib/keyed.ts';
import type { Egress } from './egress.ts';

export interface SendParts {
  db: Database;
  secretKey: SecretKey;
  egress: Egress;
  clock: Clock;
  /** Begin no new tries. */
  stopping: AbortSignal;
  /** Cuts those under way short. */
  signal: AbortSignal;
  observe: (outcome: Verdict['outcome']) => void;
}

/** Far longer than a try may take, and short enough that a killed daemon's messages do not lie about. */
const LEASE_MS = 60_000;
export const LONGEST_LEASE_MS = 2 * LEASE_MS;

/** Some messages to one endpoint. @returns null where there is nothing to do */
export async function sendRound(parts: SendParts, webhook: WebhookRow, size: number): Promise<Round | null> {
  const { db, clock, observe } = parts;
  const startedAt = performance.now();
  const now = clock();
  const lease = { now, until: now + LEASE_MS, longest: LONGEST_LEASE_MS };
  const limit = isOpen(webhook) ? 1 : size;
  const claimed = await db.write((handle) => claimDeliveries(handle, webhook.webhook_id, lease, limit));
  if (claimed.length === 0) return null;
  const tries = await sendAll(parts, webhook, claimed);
  const verdicts = await db.write((handle) => settleRound(handle, clock(), webhook, lease.until, tries));
  for (const { outcome } of verdicts) observe(outcome);
  const smooth = verdicts.every(({ outcome }) => outcome === 'delivered');
  return { size, ms: performance.now() - startedAt, smooth };
}

interface Try {
  delivery: ClaimedDelivery;
  /** Null: not made, or cut short by this daemon's end, so it is made again. */
  attempt: Attempt | null;
}

/** Some at a time; once one fails, or it takes too long, the rest is left for the next round. */
async function sendAll(parts: SendParts, webhook: WebhookRow, claimed: readonly ClaimedDelivery[]): Promise<Try[]> {
  const secrets = readSecrets(parts, webhook);
  const late = performance.now() + ROUND_MS;
  const tries: Try[] = claimed.map((delivery) => ({ delivery, attempt: null }));
  let next = 0;
  let failed = false;
  const lane = async () => {
    while (next < tries.length && !failed && !parts.stopping.aborted && performance.now() < late) {
      const one = tries[next] as Try;
      next += 1;
      one.attempt = await send(parts, webhook, secrets, one.delivery);
      failed ||= !one.attempt || !isDelivered(one.attempt);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
  return tries;
}

/** Null where they were sealed with another key. */
function readSecrets({ secretKey, clock }: SendParts, webhook: WebhookRow): string[] | null {
  try {
    return secretsAt(webhook, clock()).map((sealed) => unseal(secretKey, sealed));
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
  secrets: readonly string[] | null,
  delivery: ClaimedDelivery,
): Promise<Attempt | null> =>
  secrets ? egress.post(url, signedHeaders(delivery, secrets, clock()), delivery.body, signal) : UNREADABLE;

async function settleRound(
  handle: Handle,
  now: number,
  { webhook_id }: WebhookRow,
  leaseUntil: number,
  tries: readonly Try[],
) {
  const verdicts: Verdict[] = [];
  const settled = tries.map(({ delivery: { delivery_id, attempts: before }, attempt }): Settled => {
    if (!attempt) return { delivery_id, change: {}, text: null };
    const attempts = before + 1;
    const verdict = judge(attempt, attempts, now, Math.random());
    verdicts.push(verdict);
    const change = { attempts, ...answered(attempt), ...changeOf(verdict, now) };
    return { delivery_id, change, text: attempt.text };
  });
  await settleDeliveries(handle, leaseUntil, settled);
  if (verdicts.length > 0) await settleWebhook(handle, webhook_id, verdicts, now);
  return verdicts;
}

const answered = ({ status, error }: Attempt) => ({ answer_status: status, error });

const changeOf = (verdict: Verdict, now: number) =>
  verdict.outcome === 'again'
    ? { next_attempt_at: verdict.at }
    : { status: verdict.outcome, next_attempt_at: null, finished_at: now };

async function settleWebhook(handle: Handle, webhookId: number, verdicts: readonly Verdict[], now: number) {
  const webhook = await findWebhookForUpdate(handle, webhookId);
  if (!webhook) return;
  const delivered = verdicts.some(({ outcome }) => outcome === 'delivered');
  const gone = verdicts.some((verdict) => verdict.outcome === 'failed' && verdict.gone);
  const breaker = afterRound(webhook, delivered, now);
  const reason = gone
    ? 'the endpoint answered 410 Gone'
    : breaker.failures >= GIVES_UP_AT
      ? 'it failed for days'
      : null;
  if (reason === null || !webhook.active) {
    const isNew = breaker.failures !== webhook.failures || breaker.paused_until !== webhook.paused_until;
    if (isNew) await updateWebhook(handle, webhookId, breaker);
    return;
  }
  const after = { active: false, disabled_reason: reason };
  await updateWebhook(handle, webhookId, { ...breaker, ...after, updated_at: now });
  const entry = { staffId: null, action: 'webhook.disable', entity: 'webhook', entityId: webhookId };
  await recordAudit(handle, { ...entry, before: { active: true }, after }, now);
}
