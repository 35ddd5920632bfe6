import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../daemon/contract/contract.ts';
import { subscribe, type WebhookWorld, webhookWorld } from '../support/http/webhooks.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER}-01`;

const exporter = new InMemorySpanExporter();
beforeAll(() => new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register());
// Other test files run in the same process, so tracing is turned off again.
afterAll(() => {
  for (const api of [trace, context, propagation]) api.disable();
});

describe.each(STORY_DATABASES)('OpenTelemetry spans on %s', (database) => {
  let world: WebhookWorld;
  beforeAll(async () => {
    world = await webhookWorld(database);
  });
  afterAll(() => world?.daemon.close());
  beforeEach(() => exporter.reset());

  const redeem = (user_id: string, code: string) =>
    world.game.call('redeem', { body: { user_id, code }, headers: { traceparent } });
  const ofTrace = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === TRACE);
  const named = (name: string) => ofTrace().find((span) => span.name === name);
  const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;

  it('follow a redeem from the caller through the batch to the webhook', async () => {
    const receiver = await startReceiver();
    await subscribe(world.staff, receiver, 'redemption.succeeded');
    exporter.reset();
    expect((await redeem('traced-player', world.code)).status).toBe(200);
    await until('the webhook’s span', () => named('webhook') !== undefined);
    const request = named(`POST ${endpoints.redeem.path}`);
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': endpoints.redeem.path,
      'http.response.status_code': 200,
    });
    expect(parentOf(request)).toBe(CALLER);
    const batch = named('batch redeem');
    expect([parentOf(batch), batch?.attributes['redeemd.batch.items']]).toEqual([request?.spanContext().spanId, 1]);
    const webhook = named('webhook');
    expect(parentOf(webhook)).toBe(request?.spanContext().spanId);
    expect(webhook?.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 204 });
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${TRACE}-${request?.spanContext().spanId}-01`);
    await receiver.close();
  });

  it('contain statements without their values, and do not mark refusals as errors', async () => {
    const refused = await redeem('someone-secret', 'NO-SUCH-CODE');
    expect(refused.status).toBe(404);
    const { status, attributes } = named(`POST ${endpoints.redeem.path}`) ?? expect.unreachable();
    expect([status.code, attributes['http.response.status_code']]).toEqual([SpanStatusCode.UNSET, 404]);
    await world.staff.call('getPlayer', { params: { user_id: 'someone-secret' }, headers: { traceparent } });
    const statements = ofTrace().filter((span) => span.attributes['db.query.text'] !== undefined);
    expect(statements.length).toBeGreaterThan(2);
    // The daemon polls for work all the time; its statements have no spans, because they belong to no request.
    const alone = exporter.getFinishedSpans().filter((span) => !parentOf(span) && 'db.query.text' in span.attributes);
    expect(alone).toEqual([]);
    expect(statements[0]?.attributes['db.system.name']).toBe(database === 'sqlite' ? 'sqlite' : 'postgresql');
    const all = JSON.stringify(
      exporter.getFinishedSpans().map(({ name, attributes, events }) => [name, attributes, events]),
    );
    expect(all).not.toMatch(/someone-secret|NO-SUCH-CODE/);
  });
});
