import { Webhook } from 'standardwebhooks';
import { type SecretKey, unseal } from '../../lib/keyed.ts';

// As specified by Standard Webhooks, the ID, time and body are signed with an HMAC for each valid secret.

export interface Secrets {
  secret: string;
  old_secret: string | null;
  old_secret_until: number | null;
}

/** Returns the secrets that a receiver can use to verify messages, newest first. */
export const secretsAt = ({ secret, old_secret, old_secret_until }: Secrets, now: number): string[] =>
  old_secret !== null && old_secret_until !== null && now < old_secret_until ? [secret, old_secret] : [secret];

interface SignedMessage {
  message_id: string;
  body: string;
  traceparent: string | null;
}

export type Signer = (message: SignedMessage, now: number) => Record<string, string>;

/** Creates a function that returns the headers of a message, signed with these secrets. */
export function createSigner(secrets: readonly string[]): Signer {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return ({ message_id, body, traceparent }, now) => ({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'redeemd/1.0',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': webhooks.map((webhook) => webhook.sign(message_id, new Date(now), body)).join(' '),
    ...(traceparent !== null && { traceparent }),
  });
}

/**
 * Returns an endpoint's signer with the secrets that are now valid.
 * @throws if the secrets were encrypted with another key
 */
export const signerOf = (secretKey: SecretKey, webhook: Secrets, now: number): Signer =>
  createSigner(secretsAt(webhook, now).map((sealed) => unseal(secretKey, sealed)));
