import { describe, expect, it } from 'vitest';
import { endpointList } from '../../daemon/contract/contract.ts';
import { answersOf } from '../../daemon/contract/endpoint.ts';
import { webhookBody } from '../../daemon/contract/webhook-events.ts';
import type { WebhookEventType } from '../../daemon/contract/words.ts';
import { apiPage } from '../../daemon/http/openapi/api-page.ts';
import { openApiDocument } from '../../daemon/http/openapi/document.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests read single places of the document
const document = openApiDocument('https://codes.example') as any;
const { schemas, examples } = document.components;
const redeem = document.paths['/v1/redemption-codes/use/redeem'].post;

it('redeem describes how a game server grants rewards once, and what a repeated request gets', () => {
  expect(schemas.RedeemResponse.properties.redemption_id.description).toContain(
    'Grant the rewards once per redemption_id',
  );
  expect(redeem.parameters[0].schema.description).toContain('Idempotent-Replayed: true');
  expect(apiPage(document, [])).toContain('Grant the rewards once per redemption_id');
});

it('redemption.succeeded says that the game server already has the rewards', () => {
  expect(JSON.stringify(schemas.RedemptionSucceededMessage)).toContain(
    'The response to the game server already contained these rewards. Grant them once per redemption_id',
  );
});

it('already_redeemed contains the ID of the claim', () => {
  const [, fields] = redeem.responses['409'].content['application/problem+json'].schema.allOf;
  expect(fields.properties.redemption_id).toEqual({
    type: 'string',
    description: 'With already_redeemed: the ID of the earlier redemption.',
  });
  expect(examples.already_redeemed.value).toMatchObject({ status: 409, redemption_id: '1042' });
});

describe.each(endpointList)('%s', (name, entry) => {
  const operation = document.paths[entry.path][entry.method.toLowerCase()];

  it('has a feature and a name that generators accept', () => {
    expect(document.tags.map((tag: { name: string }) => tag.name)).toContain(operation.tags[0]);
    expect(name).toMatch(/^[A-Za-z0-9_]+$/);
    expect(operation.operationId).toBe(name);
  });

  it('has an example request that the daemon accepts, and example responses that it could send', () => {
    const body = operation.requestBody?.content['application/json'].example;
    if (entry.body) expect(entry.body.safeParse(body).error, JSON.stringify(body)).toBeUndefined();
    const { status, type } = entry.answer;
    if (type) return;
    const { example } = operation.responses[status].content['application/json'];
    const [first] = answersOf(entry).filter((answer) => answer.status === status);
    expect(first?.schema.safeParse(example).error, JSON.stringify(example)).toBeUndefined();
  });

  it('has an example of each refusal', () => {
    for (const response of Object.values<{ content?: Record<string, { schema: never; examples: object }> }>(
      operation.responses,
    )) {
      const problem = response.content?.['application/problem+json'];
      if (!problem) continue;
      // biome-ignore lint/suspicious/noExplicitAny: the schema is part of the document
      const [, { properties }] = (problem.schema as any).allOf;
      expect(Object.keys(problem.examples)).toEqual(properties.code.enum);
    }
  });
});

it.each(Object.keys(document.webhooks) as WebhookEventType[])('the example of %s is a valid message', (type) => {
  const { example } = document.webhooks[type].post.requestBody.content['application/json'];
  expect(webhookBody(type).safeParse(example).error).toBeUndefined();
});
