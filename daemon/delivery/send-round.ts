import type { Database, Handle } from '../db/database.ts';
import { recordAudit } from '../features/audit/audit-store.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  settleDelivery,
} from '../features/deliveries/claim-deliveries-store.ts';
import { type Attempt, judge, type Verdict } from '../features/deliveries/retry-rules.ts';
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
  signal: AbortSignal;
  observe: (outcome: Verdict['outcome']) => void;
}

/** Far longer than a try may take, and short enough that a killed daemon's messages do not lie about. */
const LEASE_MS = 60_000;
export const LONGEST_LEASE_MS = 2 * LEASE_MS;
const TOGETHER = 16;

/** Some messages to one endpoint, at the same time. @returns how many; 0 where there is nothing to do */
export async function sendRound(parts: SendParts, webhook: WebhookRow): Promise<number> {
  const { db, clock, observe } = parts;
  const now = clock();
  const lease = { now, until: now + LEASE_MS, longest: LONGEST_LEASE_MS };
  const limit = isOpen(webhook) ? 1 : TOGETHER;
  const claimed = await db.write((handle) => claimDeliveries(handle, webhook.webhook_id, lease, limit));
  if (claimed.length === 0) return 0;
  const tries = await Promise.all(
    claimed.map(async (delivery) => ({ delivery, attempt: await send(parts, webhook, delivery) })),
  );
  const verdicts = await db.write((handle) => settleRound(handle, clock(), webhook, tries));
  for (const { outcome } of verdicts) observe(outcome);
  return claimed.length;
}

async function send({ egress, secretKey, clock, signal }: SendParts, webhook: WebhookRow, delivery: ClaimedDelivery) {
  const now = clock();
  let headers: Record<string, string>;
  try {
    const secrets = secretsAt(webhook, now).map((sealed) => unseal(secretKey, sealed));
    headers = signedHeaders(delivery, secrets, now);
  } catch {
    return { status: null, text: null, error: 'the secret cannot be read: REDEEMD_SECRET_KEY is another one' };
  }
  return egress.post(webhook.url, headers, delivery.body, signal);
}

interface Try {
  delivery: ClaimedDelivery;
  /** Null: cut short by this daemon's end, so it is made again. */
  attempt: Attempt | null;
}

async function settleRound(handle: Handle, now: number, { webhook_id }: WebhookRow, tries: readonly Try[]) {
  const verdicts: Verdict[] = [];
  for (const { delivery, attempt } of tries) {
    if (!attempt) {
      await settleDelivery(handle, delivery, {});
      continue;
    }
    const attempts = delivery.attempts + 1;
    const verdict = judge(attempt, attempts, now, Math.random());
    verdicts.push(verdict);
    await settleDelivery(handle, delivery, { attempts, ...answered(attempt), ...changeOf(verdict, now) });
  }
  if (verdicts.length > 0) await settleWebhook(handle, webhook_id, verdicts, now);
  return verdicts;
}

const answered = ({ status, text, error }: Attempt) => ({ answer_status: status, answer_text: text, error });

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
