import { fault } from './fault.ts';
import type { WebhookMessage } from './server-types.ts';

/** A request that the daemon did not send, or did not send recently. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

export interface WebhookHeaders {
  'webhook-id'?: string | string[] | undefined;
  'webhook-timestamp'?: string | string[] | undefined;
  'webhook-signature'?: string | string[] | undefined;
}

const TOLERANCE_MS = 300_000;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * Checks the signature of a webhook (Standard Webhooks) and returns its message. A message can arrive more than once,
 * with the same `webhook-id`; respond with a 2xx status once you have stored it.
 *
 * @param body the raw body, before any parsing
 * @param headers the headers of the request, such as Node's `request.headers` or a `Headers` object
 * @param secret the endpoint's secret (`whsec_…`)
 * @throws InvalidWebhook if a header is missing, the signature is wrong, or the time differs by more than five minutes
 * @throws TypeError if the secret is malformed
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders | Headers,
  secret: string,
): Promise<WebhookMessage> {
  const [, encoded] = SECRET.exec(secret) ?? [];
  if (!encoded) throw fault('a webhook secret begins with whsec_');
  const read = (name: keyof WebhookHeaders) => (headers instanceof Headers ? headers.get(name) : headers[name]) ?? '';
  const [id, timestamp, signature] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')].map(
    String,
  );
  if (!id || !timestamp || !signature) throw new InvalidWebhook('a webhook- header is missing');
  if (!(Math.abs(Date.now() - Number(timestamp) * 1000) <= TOLERANCE_MS))
    throw new InvalidWebhook('the time differs by more than five minutes');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const key = await crypto.subtle.importKey('raw', bytesOf(encoded), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of signature.split(' ')) {
    const [version, value = ''] = one.split(',');
    // `verify` compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed))) return JSON.parse(text);
  }
  throw new InvalidWebhook('no signature is valid');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
