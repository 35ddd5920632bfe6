import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { webhookBody } from '../../daemon/contract/webhook-events.ts';
import { afterRound, isOpen, isPaused, OPENS_AT } from '../../daemon/delivery/send/breaker-rules.ts';
import { judge, RETRY_DELAYS_MS } from '../../daemon/delivery/send/retry-rules.ts';
import { codesCreated } from '../../daemon/domain/codes/code-messages.ts';
import { messageBody } from '../../daemon/domain/messages.ts';
import { successMessages } from '../../daemon/domain/redeem/redemption-messages.ts';
import { codeDecided, codeMade } from '../../daemon/features/creator-codes/creator-code-message-rules.ts';
import { createSigner, secretsAt } from '../../daemon/features/webhooks/signature-rules.ts';
import { messageId } from '../../daemon/lib/message-id.ts';

const NOW = Date.parse('2027-03-01T12:00:00Z');
const answer = (status: number | null, error: string | null = null) => ({ status, text: '', error });

describe('the outcome of a delivery attempt', () => {
  test.each([200, 201, 202, 204, 299])('with status %d is a delivered message', (status) =>
    expect(judge(answer(status), 1, NOW, 0)).toEqual({ outcome: 'delivered' }),
  );
  test.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 503])(
    'with status %d is another attempt',
    (status) => expect(judge(answer(status), 1, NOW, 0)).toEqual({ outcome: 'again', at: NOW + 5000 }),
  );
  test('without a complete response is another attempt', () => {
    expect(judge(answer(null, 'refused'), 1, NOW, 0).outcome).toBe('again');
    expect(judge(answer(200, 'no complete response'), 1, NOW, 0).outcome).toBe('again');
  });
  test('with 410 is the end of the delivery, at any attempt', () => {
    for (const made of [1, 5, 10]) expect(judge(answer(410), made, NOW, 0)).toEqual({ outcome: 'failed', gone: true });
  });
  test('follows the contract’s schedule: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, then none', () => {
    expect(RETRY_DELAYS_MS.map((ms) => ms / 1000)).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    RETRY_DELAYS_MS.forEach((delay, at) => {
      expect(judge(answer(500), at + 1, NOW, 0)).toEqual({ outcome: 'again', at: NOW + delay });
      expect(judge(answer(500), at + 1, NOW, 1)).toEqual({ outcome: 'again', at: NOW + Math.round(delay * 1.1) });
    });
    expect(judge(answer(500), 10, NOW, 0.5)).toEqual({ outcome: 'failed', gone: false });
  });
});

describe('Retry-After', () => {
  const busy = (status: number, retryAfter: string) => ({ ...answer(status), retryAfter });
  const inSeconds = (from: ReturnType<typeof busy>, made = 1) => {
    const verdict = judge(from, made, NOW, 0);
    return 'at' in verdict ? (verdict.at - NOW) / 1000 : verdict.outcome;
  };
  test.each([429, 503])('with %d delays the next attempt', (status) =>
    expect(inSeconds(busy(status, '120'))).toBe(120),
  );
  test.each(['Mon, 01 Mar 2027 12:02:00 GMT', '2027-03-01T12:02:00Z'])('can be a date: %s', (date) =>
    expect(inSeconds(busy(503, date))).toBe(120),
  );
  test.each([400, 404, 500, 502])('with %d is ignored', (status) => expect(inSeconds(busy(status, '120'))).toBe(5));
  test('does not bring an attempt forward', () => expect(inSeconds(busy(429, '1'), 2)).toBe(300));
  test('delays an attempt by at most a day', () => expect(inSeconds(busy(429, '999999999'))).toBe(86_400));
  test.each(['', '-5', 'soon', '1e3', '12345678901', 'Mon, 01 Mar 2027 11:00:00 GMT'])('of %j is ignored', (text) =>
    expect(inSeconds(busy(429, text))).toBe(5),
  );
  test('does not add an attempt', () => expect(inSeconds(busy(429, '60'), 10)).toBe('failed'));
});

describe('the breaker', () => {
  const closed = { failures: 0, paused_until: null };
  test('opens after some failed rounds, and pauses longer each time', () => {
    let breaker: ReturnType<typeof afterRound> = closed;
    const pauses: (number | null)[] = [];
    for (let round = 1; round <= 13; round += 1) {
      breaker = afterRound(breaker, false, NOW);
      pauses.push(breaker.paused_until === null ? null : (breaker.paused_until - NOW) / 1000);
      expect(isOpen(breaker)).toBe(round >= OPENS_AT);
    }
    expect(pauses).toEqual([null, null, null, null, 5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });
  test('closes with the first message that is delivered', () =>
    expect(afterRound({ failures: 40, paused_until: NOW + 1 }, true, NOW)).toEqual(closed));
  test.each([
    [null, false],
    [NOW, false],
    [NOW + 1, true],
    [NOW + 300_000, true],
    [NOW + 300_001, false],
    [NOW + 86_400_000, false],
  ])('with a pause until %s pauses now: %s', (paused_until, paused) =>
    expect(isPaused({ failures: 9, paused_until }, NOW)).toBe(paused),
  );
});

describe('signatures', () => {
  // The library compares whole seconds of the machine's clock, which could advance between two statements.
  beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const secrets = ['a', 'b'].map((letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`) as [
    string,
    string,
  ];
  const message = { message_id: 'msg_1', body: '{"type":"ü"}', traceparent: null };
  const verify = (secret: string, headers: Record<string, string>, body = message.body) =>
    new Webhook(secret).verify(body, headers);

  it('are accepted by the standard library, with each valid secret', () => {
    const headers = createSigner(secrets)(message, Date.now());
    for (const secret of secrets) expect(verify(secret, headers)).toEqual({ type: 'ü' });
    const alone = createSigner([secrets[0]])(message, Date.now());
    expect(() => verify(secrets[1], alone)).toThrow();
  });
  it.each([-301, 301])('are refused if the time is %d s off', (seconds) => {
    const headers = createSigner(secrets)(message, Date.now() + seconds * 1000);
    expect(() => verify(secrets[0], headers)).toThrow();
  });
  it('are refused for any other content', () => {
    const headers = createSigner(secrets)(message, Date.now());
    const id = { ...headers, 'webhook-id': 'msg_2' };
    const time = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    for (const changed of [id, time]) expect(() => verify(secrets[0], changed)).toThrow();
    for (const body of ['{"type":"u"}', '', ' {"type":"ü"}', '{"type":"ü"}\n'])
      expect(() => verify(secrets[0], headers, body)).toThrow();
    expect(() => verify(`whsec_${Buffer.from('c'.repeat(32)).toString('base64')}`, headers)).toThrow();
  });
  it('are also created with the previous secret until it expires', () => {
    const row = { secret: 'new', old_secret: 'old', old_secret_until: NOW };
    expect(secretsAt(row, NOW - 1)).toEqual(['new', 'old']);
    expect(secretsAt(row, NOW)).toEqual(['new']);
    expect(secretsAt({ ...row, old_secret: null }, NOW - 1)).toEqual(['new']);
  });
});

describe('messages', () => {
  const code = {
    code_id: 7,
    campaign_id: 3,
    kind: 'redeem' as const,
    code: 'GIFT',
    name: 'Gift',
    root_url: 'https://game.example/redeem?x=1#y',
    usage_limit: null,
    creator_usage_limit: null,
    active: true,
    rewards_json: '{"gold":1.10,"big":12345678901234567890}',
  };
  const creatorCode = {
    code_id: 9,
    campaign_id: 3,
    creator_id: 'ann',
    base_code: 'BASE',
    code: 'ANN10',
    root_url: 'https://game.example/',
    status: 'rejected' as const,
    rejection_reason: 'No.',
  };
  const view = {
    codeId: 9,
    campaignId: 3,
    kind: 'creator' as const,
    code: 'ANN10',
    creatorId: 'ann',
    rewardsJson: '[{"gem":1}]',
  };

  it('contain rewards as they were entered, and fit their schemas', () => {
    const [made] = codesCreated([code]);
    const body = messageBody('code.created', NOW, made?.data as never, made?.rewardsJson);
    expect(body).toContain('"rewards":[{"gold":1.10,"big":12345678901234567890}]');
    expect(webhookBody('code.created').parse(JSON.parse(body))).toMatchObject({
      timestamp: '2027-03-01T12:00:00.000Z',
      data: { codes: [{ code: 'GIFT', code_url: 'https://game.example/redeem?x=1&code=GIFT#y', active: 'Y' }] },
    });
  });
  it('report codes with the same rewards together', () => {
    const other = { ...code, rewards_json: '{"gold":2}' };
    const told = codesCreated([code, other, { ...code, code_id: 8 }, { ...code, kind: 'referral' }]);
    expect(told.map(({ data }) => data.codes.map(({ code_id }) => code_id))).toEqual([[7, 8], [7], [7]]);
  });
  it('report a claim', () => {
    const claims = [{ claimId: 5, userId: 'u"1', codeId: 9, baseCodeId: 8, linked: true, keyId: 1, traceparent: null }];
    const [message] = successMessages(claims, { codes: new Map([['ANN10', view as never]]), pools: new Map() }, NOW);
    expect(webhookBody('redemption.succeeded').parse(JSON.parse(message?.body ?? ''))).toEqual({
      type: 'redemption.succeeded',
      timestamp: '2027-03-01T12:00:00.000Z',
      data: {
        redemption_id: '5',
        user_id: 'u"1',
        campaign_id: 3,
        code: 'ANN10',
        code_type: 'referral',
        creator_id: 'ann',
        linked: true,
        again: false,
        rewards: [{ gem: 1 }],
      },
    });
  });
  it('report decisions when they can no longer be undone, and new codes immediately', () => {
    expect(codeMade({ ...creatorCode, status: 'pending' })).toMatchObject([
      { type: 'creator_code.submitted', orderKey: 'creator_code:9', dueAt: undefined },
    ]);
    const [decided] = codeDecided(creatorCode, NOW);
    expect(decided).toMatchObject({ type: 'creator_code.rejected', dueAt: NOW + 10_000 });
    const body = messageBody('creator_code.rejected', NOW, decided?.data as never);
    expect(webhookBody('creator_code.rejected').safeParse(JSON.parse(body)).success).toBe(true);
    expect(codeDecided({ ...creatorCode, status: 'disabled' }, NOW)).toEqual([]);
  });
  it('have different IDs, which sort by time', () => {
    const ids = Array.from({ length: 1000 }, () => messageId(NOW));
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every((id) => /^msg_[0-9a-z]{32}$/.test(id))).toBe(true);
    expect(messageId(NOW) < messageId(NOW + 1)).toBe(true);
  });
});
