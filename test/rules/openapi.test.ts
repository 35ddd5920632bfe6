import { expect, it } from 'vitest';
import { apiPage } from '../../daemon/http/api-page.ts';
import { openApiDocument } from '../../daemon/http/openapi.ts';

const document = openApiDocument('https://codes.example');
// biome-ignore lint/suspicious/noExplicitAny: the test reads single places of the document
const redeem = (document.paths as any)['/v1/redemption-codes/use/redeem'].post;

it('redeem describes how a game server grants once, and what a repeated request gets', () => {
  const { redemption_id } = redeem.responses['200'].content['application/json'].schema.properties;
  expect(redemption_id.description).toContain('Grant once per redemption_id');
  expect(redeem.parameters[0].schema.description).toContain('Idempotent-Replayed: true');
  expect(apiPage(document, [])).toContain('Grant once per redemption_id');
});

it('redemption.succeeded says that the game server already has the rewards', () => {
  const body = Object.values(document.webhooks as object).map((one) => JSON.stringify(one));
  const [succeeded] = body.filter((one) => one.includes('webhook redemption.succeeded'));
  expect(succeeded).toContain(
    'The response to the game server already contained these rewards. Grant once per redemption_id',
  );
});

it('already_redeemed has the ID of the claim', () => {
  const [, fields] = redeem.responses['409'].content['application/problem+json'].schema.allOf;
  expect(fields.properties.redemption_id).toEqual({
    type: 'string',
    description: 'With already_redeemed: the claim of the first redemption.',
  });
});
