import { webhookBody } from '../../contract/webhook-events.ts';
import type { WebhookEventType } from '../../contract/words.ts';
import { capitalized } from '../../lib/capitalized.ts';
import type { Json } from './components.ts';
import type { Parts } from './operation.ts';

const HEADERS = {
  'webhook-id': 'msg_2q8Zb0JvYkPz',
  'webhook-timestamp': '1795608000',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};

/** Describes a message as a webhook endpoint gets it. The signature is that of Standard Webhooks. */
export function webhookOperation(type: WebhookEventType, { components, exampleOf }: Parts): Json {
  const words = type.split(/[._]/);
  const schema = components.output(`${words.map(capitalized).join('')}Message`, webhookBody(type));
  return {
    post: {
      operationId: `on${words.map(capitalized).join('')}`,
      summary: `${type}, delivered at least once with a stable webhook-id`,
      tags: ['Webhooks'],
      security: [],
      parameters: Object.entries(HEADERS).map(([name, example]) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
        example,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(schema, '', true) } },
      },
      responses: {
        '2XX': { description: 'Accepted' },
        410: { description: 'The endpoint is gone; the daemon disables it' },
        default: { description: 'Retried, up to nine times' },
      },
    },
  };
}
