import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { messageId } from '../../lib/message-id.ts';
import { currentTrace } from '../../lib/trace-context.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { type Attempt, isDelivered } from './attempt-rules.ts';
import { signerOf } from './signature-rules.ts';
import { findWebhook } from './webhooks-store.ts';

/**
 * The daemon's function for outgoing requests, see `delivery/send/egress.ts`. It returns null if the daemon is
 * stopping.
 */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<Attempt | null>;

export interface WebhookTester {
  db: Database;
  secretKey: SecretKey;
  post: Post;
  /** Null for an operator on the command line. */
  staffId: number | null;
  now: number;
}

/**
 * Sends a message without the outbox. It is not retried and does not count as a failure of the endpoint.
 * @param message by default, a message that only tests the endpoint
 */
export async function testWebhook(
  { db, secretKey, post, staffId, now }: WebhookTester,
  webhookId: number,
  message: { type: string; data: object } = { type: 'webhook.test', data: { webhook_id: webhookId } },
) {
  const webhook = await db.read((handle) => findWebhook(handle, webhookId));
  if (!webhook) throw new AppError('not_found');
  const message_id = messageId(now);
  const { type, data } = message;
  const body = JSON.stringify({ type, timestamp: isoInstant(now), data });
  const sign = signerOf(secretKey, webhook, now);
  const startedAt = performance.now();
  const attempt = await post(webhook.url, sign({ message_id, body, traceparent: currentTrace() }, now), body);
  if (!attempt) throw new AppError('unavailable');
  const ms = Math.round(performance.now() - startedAt);
  const { status: answer_status, text: answer_text, error } = attempt;
  const after = { message_id, answer_status, error };
  const entry = { staffId, action: 'webhook.test', entity: 'webhook', entityId: webhookId, before: null, after };
  await db.write((handle) => recordAudit(handle, entry, now));
  return { message_id, delivered: isDelivered(attempt), answer_status, answer_text, error, ms };
}
