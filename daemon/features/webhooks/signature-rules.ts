import { Webhook } from 'standardwebhooks';

// Standard Webhooks: an HMAC over id, time and body under each secret that holds at the moment.

export interface Secrets {
  secret: string;
  old_secret: string | null;
  old_secret_until: number | null;
}

/** The secrets a receiver may still verify with, the newest first. */
export const secretsAt = ({ secret, old_secret, old_secret_until }: Secrets, now: number): string[] =>
  old_secret !== null && old_secret_until !== null && now < old_secret_until ? [secret, old_secret] : [secret];

export interface SignedMessage {
  message_id: string;
  body: string;
}

export function signedHeaders({ message_id, body }: SignedMessage, secrets: readonly string[], now: number) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(message_id, new Date(now), body));
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'redeemd/1.0',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
