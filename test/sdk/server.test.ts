import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Sdk from '../../sdk/server.ts';
import { buildSdkFor, page, refused, type SinkAnswer, startSink } from '../support/sdk/built-sdk.ts';

const KEY = `sk_${'k'.repeat(43)}`;
const REDEEM = { user_id: 'p', code: 'GIFT' };
let sink: Awaited<ReturnType<typeof startSink>>;
let sdk: typeof Sdk;
let remove = () => {};
beforeAll(async () => {
  sink = await startSink();
  const built = await buildSdkFor(sink.url);
  remove = built.remove;
  sdk = (await built.load('server.js')) as unknown as typeof Sdk;
});
afterAll(() => {
  sink?.close();
  remove();
});
beforeEach(() => {
  sink.received.length = 0;
});
const gameServer = (options?: Sdk.RetryOptions) => new sdk.GameServer(KEY, sdk.EventsBaseURL.EVENTS_PROD, options);
/** Sends these responses in this order, and the last one to all later requests. */
const answering = (...answers: SinkAnswer[]) => {
  sink.answer = () => answers[Math.min(sink.received.length, answers.length) - 1] as SinkAnswer;
};
const granted = { status: 200, body: { redemption_id: '7' } };

describe('GameServer', () => {
  it.each([
    ['ck_', `ck_${'k'.repeat(43)}`],
    ['short', 'sk_1'],
  ])('refuses the key %s', (_, key) =>
    expect(() => new sdk.GameServer(key, sdk.EventsBaseURL.EVENTS_PROD)).toThrow('a server key begins with sk_'),
  );
  it('refuses custom addresses, and EVENTS_LOCAL, which sends nothing', () => {
    for (const url of [sdk.EventsBaseURL.EVENTS_LOCAL, 'https://elsewhere.example' as Sdk.EventsBaseURL])
      expect(() => new sdk.GameServer(KEY, url)).toThrow('EVENTS_DEV or EVENTS_PROD');
  });

  it('retries with the same key after responses that are not the daemon’s', async () => {
    answering(page(502), page(200), refused(503, 'unavailable'), granted);
    expect(await gameServer().redeem(REDEEM)).toEqual({ redemption_id: '7' });
    expect(sink.received).toHaveLength(4);
  });

  it.each([
    refused(400, 'campaign_ended', 'The campaign has ended.'),
    refused(429, 'too_many_guesses', 'Too many unknown codes.'),
    {
      ...refused(429, 'too_many_requests'),
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '60' },
    },
  ])('does not retry after %j, because a retry would not help', async (answer) => {
    answering(answer);
    await expect(gameServer().redeem(REDEEM)).rejects.toMatchObject({
      name: 'Refusal',
      status: answer.status,
      code: (answer.body as { code: string }).code,
      retryAfterMs: answer.headers && 'Retry-After' in answer.headers ? 60_000 : 0,
    });
    expect(sink.received).toHaveLength(1);
  });

  it('reports a missing response, and a call that the caller aborted', async () => {
    answering(page(502));
    await expect(gameServer({ patienceMs: 0 }).redeem(REDEEM)).rejects.toMatchObject({ name: 'NoResponse' });
    const signal = AbortSignal.abort(new Error('the player left'));
    await expect(gameServer().redeem(REDEEM, { signal })).rejects.toThrow('the player left');
    const ended = new AbortController();
    sink.answer = () => {
      ended.abort(new Error('ended while it waits'));
      return page(502);
    };
    await expect(gameServer().redeem(REDEEM, { signal: ended.signal })).rejects.toThrow('ended while it waits');
  });

  it('sends payments under an ID that the caller can choose', async () => {
    answering({ status: 200, body: { id: 'x', accepted: 1, duplicates: 0, rejected: [] } });
    const events = [
      { event_type: 'payment' as const, created_at: '2026-11-25', game_id: 'g', event: { user_id: 'p', amount: 1 } },
    ];
    await gameServer().sendEvents({ events });
    await gameServer().sendEvents({ id: 'batch-7', events });
    expect(sink.received.map(({ body }) => body.id)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), 'batch-7']);
  });

  it('does not treat an existing code as its own if the first attempt was refused', async () => {
    answering(refused(409, 'creator_code_exists'));
    const body = { creator_id: 'ann', redemption_code: 'BASE' };
    await expect(gameServer().createCreatorCode(body)).rejects.toMatchObject({ code: 'creator_code_exists' });
    expect(sink.received).toHaveLength(1);
  });

  it('does not treat another code of the creator as the requested one', async () => {
    const live = { code: 'OTHER', redemption_code: 'BASE', status: 'approved' };
    sink.answer = ({ method, path }) => {
      if (method === 'GET') return { status: 200, body: { data: path.includes('page=1') ? [live] : [] } };
      return sink.received.length === 1 ? page(504) : refused(409, 'creator_code_exists');
    };
    const body = { creator_id: 'ann', redemption_code: 'base', code: 'MINE' };
    await expect(gameServer().createCreatorCode(body)).rejects.toMatchObject({ code: 'creator_code_exists' });
    const found = { ...body, code: 'other' };
    sink.received.length = 0;
    expect(await gameServer().createCreatorCode(found)).toEqual(live);
  });
});

describe('a webhook message', () => {
  const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;
  const body = '{"type":"redemption.succeeded","data":{"user_id":"ü"}}';
  const now = Date.UTC(2026, 10, 25, 12);
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const headersAt = (at: number, by = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', new Date(at), body),
  });
  const other = `whsec_${Buffer.from('b'.repeat(32)).toString('base64')}`;

  it('is accepted with any valid signature, as text or bytes, with the headers of Node or of fetch', async () => {
    const headers = headersAt(now);
    const both = {
      ...headers,
      'webhook-signature': `v0,x ${headersAt(now, other)['webhook-signature']} ${headers['webhook-signature']}`,
    };
    for (const given of [headers, both, new Headers(headers)])
      for (const sent of [body, Buffer.from(body)])
        expect(await sdk.verifyWebhook(sent, given, secret)).toEqual(JSON.parse(body));
    expect(await sdk.verifyWebhook(body, headersAt(now - 300_000), secret)).toBeTruthy();
  });

  it.each([
    ['another body', `${body} `, headersAt(now), secret],
    ['another secret', body, headersAt(now), other],
    ['another ID', body, { ...headersAt(now), 'webhook-id': 'msg_2' }, secret],
    ['an old time', body, headersAt(now - 301_000), secret],
    ['a time in the future', body, headersAt(now + 301_000), secret],
    ['a time that is not valid', body, { ...headersAt(now), 'webhook-timestamp': 'soon' }, secret],
    ['no signature', body, { ...headersAt(now), 'webhook-signature': undefined }, secret],
    ['a signature that is not valid', body, { ...headersAt(now), 'webhook-signature': 'v1,%%% v1 , ' }, secret],
    [
      'an unknown version',
      body,
      { ...headersAt(now), 'webhook-signature': headersAt(now)['webhook-signature'].replace('v1', 'v2') },
      secret,
    ],
  ])('is refused with %s', async (_, sent, headers, by) => {
    await expect(sdk.verifyWebhook(sent, headers, by)).rejects.toMatchObject({ name: 'InvalidWebhook' });
  });

  it('cannot be verified with an invalid secret', async () => {
    await expect(sdk.verifyWebhook(body, headersAt(now), 'secret')).rejects.toThrow(TypeError);
  });
});
