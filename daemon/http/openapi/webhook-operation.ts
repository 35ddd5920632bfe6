import { webhookBody } from '../../contract/webhook-events.ts';
import type { WebhookEventType } from '../../contract/words.ts';
import { capitalized } from '../../lib/capitalized.ts';
import { createComponents, type Json } from './components.ts';
import { createExamples } from './examples.ts';
import type { Parts } from './operation.ts';

const HEADERS = {
  'webhook-id': 'msg_2q8Zb0JvYkPz',
  'webhook-timestamp': '1795608000',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};

/** Describes a message as a webhook endpoint receives it. The signature follows Standard Webhooks. */
export function webhookOperation(type: WebhookEventType, { components, exampleOf }: Parts): Json {
  const name = nameOf(type);
  const schema = components.output(`${name}Message`, webhookBody(type));
  return {
    post: {
      operationId: `on${name}`,
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

const nameOf = (type: WebhookEventType) => type.split(/[._]/).map(capitalized).join('');

/** Returns the document's example of a message. */
export function exampleMessage(type: WebhookEventType): { data: object } {
  const components = createComponents();
  const schema = components.output(`${nameOf(type)}Message`, webhookBody(type));
  return createExamples(components.schemas)(schema, '', true) as { data: object };
}
