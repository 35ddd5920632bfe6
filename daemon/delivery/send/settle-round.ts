import type { SwitchedOffReason } from '../../contract/words.ts';
import type { Handle } from '../../db/database.ts';
import { recordAudit } from '../../features/audit/audit-store.ts';
import type { Attempt } from '../../features/webhooks/attempt-rules.ts';
import { findWebhookForUpdate, updateBreaker, updateWebhook } from '../../features/webhooks/webhooks-store.ts';
import { afterRound, GIVES_UP_AT } from './breaker-rules.ts';
import { type Settled, settleDeliveries } from './lease-deliveries-store.ts';
import { judge, type Verdict } from './retry-rules.ts';
import type { SentRound } from './send-round.ts';

/** Stores the results of a round's deliveries and updates the endpoint's breaker. */
export async function settleRound(handle: Handle, now: number, webhookId: number, { tries, leaseUntil }: SentRound) {
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
  if (verdicts.length > 0) await settleWebhook(handle, webhookId, verdicts, now);
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
  const reason: SwitchedOffReason | null = gone
    ? 'the endpoint answered 410 Gone'
    : breaker.failures >= GIVES_UP_AT
      ? 'it failed for days'
      : null;
  if (reason === null || !webhook.active) {
    const isNew = breaker.failures !== webhook.failures || breaker.paused_until !== webhook.paused_until;
    if (isNew) await updateBreaker(handle, webhookId, breaker);
    return;
  }
  const after = { active: false, disabled_reason: reason };
  await updateWebhook(handle, webhookId, { ...breaker, ...after, updated_at: now });
  const entry = { staffId: null, action: 'webhook.disable', entity: 'webhook', entityId: webhookId };
  await recordAudit(handle, { ...entry, before: { active: true }, after }, now);
}
