import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LogFields, silentLog } from '../../daemon/lib/log.ts';
import { done } from '../support/http/test-client.ts';
import { webhookWorld } from '../support/http/webhooks.ts';
import { idOf, startReceiver, typeOf } from '../support/servers/receiver.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = (n: number) => `00-${TRACE}-${n.toString(16).padStart(16, '0')}-01`;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

describe.each(STORY_DATABASES)('the trace of a request on %s', (database) => {
  test('is in the messages about the changes that the request made, and in no others', async () => {
    const receiver = await startReceiver();
    const mail = await startMailServer();
    const env = {
      REDEEMD_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8',
      REDEEMD_SMTP_URL: mail.url,
      REDEEMD_MAIL_FROM: 'Game <no-reply@game.example>',
    };
    const world = await webhookWorld(database, { env });
    open.push(receiver, mail, world.daemon);
    await world.subscribe(receiver, 'redemption.succeeded', 'creator_code.submitted', 'creator_code.approved');
    // These requests arrive together, so one transaction stores several of them.
    const traced = (n: number) =>
      world.game.call('redeem', { body: { user_id: `p${n}`, code: world.code }, headers: { traceparent: parent(n) } });
    const plain = () => world.redeem();
    await Promise.all([traced(1), plain(), traced(2), plain(), traced(3)]);
    const body = { creator_id: 'ann', redemption_code: world.base, email: 'ann@mail.example' };
    const ask = { body: { ...body, code: 'ANNROCKS' }, headers: { traceparent: parent(4) } };
    const { code_id } = done(await world.game.call('createCreatorCode', ask));
    const decision = {
      params: { code_id },
      body: { decision: 'approve' },
      headers: { traceparent: parent(5) },
    } as const;
    done(await world.game.call('decideCreatorCode', decision));
    const link = { body: { email: 'ann@mail.example' }, headers: { traceparent: parent(6) } };
    done(await world.daemon.client.call('requestCreatorLink', link));
    await expect.poll(() => receiver.received.length).toBe(7);
    const traces = receiver.received.map((message) => {
      const { data } = JSON.parse(message.body);
      return `${typeOf(message)} ${data.user_id ?? data.creator_id} ${message.headers.traceparent}`;
    });
    expect(traces.sort()).toEqual([
      `creator_code.approved ann ${parent(5)}`,
      `creator_code.submitted ann ${parent(4)}`,
      `redemption.succeeded p1 ${parent(1)}`,
      `redemption.succeeded p2 ${parent(2)}`,
      `redemption.succeeded p3 ${parent(3)}`,
      'redemption.succeeded user-1 undefined',
      'redemption.succeeded user-2 undefined',
    ]);
    expect(new Set(receiver.received.map(idOf)).size).toBe(7);
    await expect.poll(() => mail.mails.length).toBe(1);
    expect(mail.mails[0]?.raw.toLowerCase()).toContain(`traceparent: ${parent(6)}\r\n`);
  });
});

describe('headers of every response', () => {
  const lines: { message: string; fields: LogFields | undefined }[] = [];
  let daemon: TestDaemon;
  beforeAll(async () => {
    const debug = (message: string, fields?: LogFields) => void lines.push({ message, fields });
    daemon = await startTestDaemon({ log: { ...silentLog, debug } });
  });
  afterAll(() => daemon?.close());
  const headersOf = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers })).headers;

  test('contain the request ID from the caller, even in a refusal and at unknown paths', async () => {
    const { url, serverKey } = daemon;
    for (const path of ['/v1/redemption-codes/creator?creator_id=a', '/v1/nothing', '/v1/redemption-codes/creator']) {
      const asked = { 'X-Request-Id': 'game-7/redeem:42' };
      const response = await fetch(url + path, { headers: { ...asked, 'X-API-Key': serverKey } });
      expect(response.headers.get('x-request-id')).toBe('game-7/redeem:42');
      if (!response.ok) expect(await response.json()).toMatchObject({ request_id: 'game-7/redeem:42' });
    }
  });

  test.each(['', 'two words', 'a'.repeat(129), '"quoted"', '<b>', 'ü'])('ignore the request ID %j', async (name) => {
    const headers = await headersOf(`${daemon.url}/v1/nothing`, { 'X-Request-Id': name });
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
  });

  test('show staff how many requests they have left, and a game’s server how many can run at once', async () => {
    const first = await daemon.owner.call('listCampaigns');
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=30000;w=60');
    const restOf = (headers: Headers) => Number(/^"requests";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const refused = await daemon.owner.call('getCampaign', { params: { campaign_id: 999 } });
    expect(refused.status).toBe(404);
    expect(restOf(refused.headers)).toBe(restOf(first.headers) - 1);
    const game = await daemon.server.call('redeem', { body: { user_id: 'p', code: 'NONE' } });
    const [, most] =
      /^"in-progress";q=(\d+);qu="concurrent-requests"$/.exec(game.headers.get('ratelimit-policy') ?? '') ?? [];
    expect(game.headers.get('ratelimit')).toBe(`"in-progress";r=${Number(most) - 1}`);
  });

  test.each([
    [parent(1), parent(1)],
    [`cc-${TRACE}-${'0'.repeat(15)}1-01-later`, `cc-${TRACE}-${'0'.repeat(15)}1-01-later`],
    [`ff-${TRACE}-${'0'.repeat(15)}1-01`, undefined],
    [parent(0), undefined],
    [`00-${'0'.repeat(32)}-${'0'.repeat(15)}1-01`, undefined],
    [parent(1).toUpperCase(), undefined],
    [`${parent(1)}-${'x'.repeat(201)}`, undefined],
  ])('the log shows the traceparent %s as %s', async (traceparent, logged) => {
    const id = `log-${lines.length}`;
    const body = { user_id: 'p', code: 'NONE' };
    await daemon.server.call('redeem', { body, headers: { traceparent, 'X-Request-Id': id } });
    const [line, ...more] = lines.filter(({ fields }) => fields?.requestId === id);
    expect(more).toEqual([]);
    expect(line?.fields).toMatchObject({ endpoint: 'redeem', status: 404 });
    expect(line?.fields?.traceparent).toBe(logged);
  });
});
