import type { WebhookMessage } from './server-types.ts';
/** A request that the daemon did not send, or did not send recently. */
export declare class InvalidWebhook extends Error {
    readonly name = "InvalidWebhook";
}
export interface WebhookHeaders {
    'webhook-id'?: string | string[] | undefined;
    'webhook-timestamp'?: string | string[] | undefined;
    'webhook-signature'?: string | string[] | undefined;
}
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
export declare function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders | Headers, secret: string): Promise<WebhookMessage>;
