import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type Ask, apiKey, asking, bearer } from '../support/ask.ts';
import { faultsIn } from '../support/books.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/daemon.ts';

// The whole way of a game's server through /v1, with every refusal on it; afterwards the books must balance (A6).

const START = Date.UTC(2026, 0, 10);
const MINUTE = 60_000;
const DAY = 86_400_000;
const iso = (instant: number) => new Date(instant).toISOString();
const CREATOR = '/v1/redemption-codes/creator';
const USE = '/v1/redemption-codes/use';
const EVENTS = '/v1/game/game-event';
const ANALYTICS = '/v1/redemption-codes/analytics';

const shape = ({ status, body }: Answered) => ({ status, body });
const refused = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ status, code, type: expect.any(String), request_id: expect.any(String) }),
});
const pointsTo = (answer: Answered) => answer.body.errors?.map(({ pointer }: { pointer: string }) => pointer);

describe.each<DatabaseKind>(['sqlite', 'postgres'])('the way of a game on %s', (database) => {
  // Moved by minutes only: a session lasts twelve hours.
  let now = START;
  let daemon: TestDaemon;
  let staff: Ask;
  let game: Ask;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    staff = asking(daemon.url, bearer(daemon.ownerToken));
    game = asking(daemon.url, apiKey(daemon.serverKey));
  });
  afterAll(async () => {
    const faults = await faultsIn(daemon.db);
    await daemon.close();
    expect(faults).toEqual([]);
  });

  let serial = 0;
  const unique = (name: string) => `${name}_${++serial}`;
  const done = (answer: Answered) => {
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };

  const newCampaign = async (change: object = {}): Promise<number> => {
    const campaign = {
      name: 'Spring',
      starts_at: iso(START - DAY),
      ends_at: iso(START + 30 * DAY),
      commission_tiers: [
        { min_revenue: 0, percent: 10 },
        { min_revenue: 100, percent: 20 },
      ],
      ...change,
    };
    return done(await staff('POST', '/v1/admin/campaigns', campaign)).campaign_id;
  };
  const move = async (campaignId: number, to: 'publish' | 'pause' | 'archive') =>
    done(await staff('POST', `/v1/admin/campaigns/${campaignId}/${to}`));
  const running = async (change: object = {}) => {
    const campaignId = await newCampaign(change);
    await move(campaignId, 'publish');
    return campaignId;
  };
  const newCode = async (campaignId: number, change: object = {}) =>
    done(
      await staff('POST', `/v1/admin/campaigns/${campaignId}/codes`, {
        code: unique('CODE'),
        name: 'A code',
        root_url: 'https://game.example/redeem',
        rewards_json: '{"gold":1}',
        ...change,
      }),
    );
  const newBase = (campaignId: number, change: object = {}) => newCode(campaignId, { use_as_referral: 'Y', ...change });
  const changeCode = async (codeId: number, change: object) =>
    done(await staff('PATCH', `/v1/admin/codes/${codeId}`, change));
  const changeCreator = async (creatorId: string, change: object) =>
    done(await staff('PATCH', `/v1/admin/creators/${creatorId}`, change));

  const create = (creator_id: string, redemption_code: string, change: object = {}) =>
    game('POST', CREATOR, { creator_id, redemption_code, ...change });
  const redeem = (user_id: string, code: string) => game('POST', `${USE}/redeem`, { user_id, code });
  const validate = (user_id: string, code: string) => game('POST', `${USE}/validate`, { user_id, code });
  const payment = (user_id: string, amount: unknown, change: object = {}) => ({
    event_type: 'payment',
    created_at: iso(now),
    game_id: 'game',
    event: { user_id, amount },
    ...change,
  });
  const pay = (events: unknown[], id?: string) => game('POST', EVENTS, { ...(id ? { id } : {}), events });
  const analytics = async (query: string): Promise<Record<string, unknown>[]> =>
    done(await game('GET', `${ANALYTICS}?${query}`));
  /** A player who used a creator's code. */
  const linkedPlayer = async () => {
    const campaignId = await running();
    const base = await newBase(campaignId);
    const creator = unique('creator');
    const { code } = done(await create(creator, base.code));
    const user = unique('user');
    expect(done(await redeem(user, code)).linked).toBe(true);
    const figures = async () => (await analytics(`creator_id=${creator}`))[0];
    return { campaignId, base, creator, code, user, figures };
  };

  describe('creator codes', () => {
    it('are refused in the order of the contract', async () => {
      // One request with every fault at once; each step takes the first away, so the next must answer.
      const taken = await newCode(await running());
      const campaignId = await running();
      const plain = await newCode(campaignId);
      const base = await newBase(campaignId);
      const creator = unique('creator');
      const faulty = (creatorId: string, redemptionCode: string, code: string) =>
        create(creatorId, redemptionCode, { code });

      expect(shape(await faulty('0', 'NO_SUCH_CODE', '?'))).toEqual(refused(400, 'invalid_creator_id'));
      expect(shape(await faulty('', 'NO_SUCH_CODE', '?'))).toEqual(refused(400, 'invalid_creator_id'));
      expect(shape(await faulty('x'.repeat(256), 'NO_SUCH_CODE', '?'))).toEqual(refused(400, 'invalid_creator_id'));
      expect(shape(await faulty('a\u0007b', 'NO_SUCH_CODE', '?'))).toEqual(refused(400, 'invalid_creator_id'));

      done(await create(creator, base.code));
      await changeCreator(creator, { status: 'suspended' });
      await changeCode(plain.code_id, { active: 'N' });
      await changeCode(base.code_id, { active: 'N' });
      await move(campaignId, 'archive');
      expect(shape(await faulty(creator, 'NO_SUCH_CODE', '?'))).toEqual(refused(404, 'code_not_found'));
      expect(shape(await faulty(creator, plain.code, '?'))).toEqual(refused(400, 'not_a_referral_code'));
      expect(shape(await faulty(creator, base.code, '?'))).toEqual(refused(400, 'code_inactive'));
      await changeCode(base.code_id, { active: 'Y' });
      expect(shape(await faulty(creator, base.code, '?'))).toEqual(refused(400, 'campaign_ended'));

      const other = await newBase(await running());
      expect(shape(await faulty(creator, other.code, '?'))).toEqual(refused(400, 'creator_suspended'));
      await changeCreator(creator, { status: 'active' });
      done(await create(creator, other.code));
      expect(shape(await faulty(creator, other.code, '?'))).toEqual(refused(409, 'creator_code_exists'));
      const third = await newBase(await running());
      for (const code of ['?', 'ab', 'x'.repeat(65), 'Ａ Ｂ Ｃ', 'Аdmin'])
        expect(shape(await faulty(creator, third.code, code)), code).toEqual(refused(400, 'invalid_code'));
      const lower = ` ${taken.code.toLowerCase()} `;
      expect(shape(await faulty(creator, third.code, lower))).toEqual(refused(409, 'code_taken'));
      expect((await faulty(creator, third.code, unique('MINE'))).status).toBe(201);
    });

    it('are made in scheduled and paused campaigns, and from no creator code', async () => {
      const scheduled = await running({ starts_at: iso(now + DAY) });
      const paused = await running();
      await move(paused, 'pause');
      for (const campaignId of [scheduled, paused]) {
        const base = await newBase(campaignId);
        const made = await create(unique('creator'), base.code);
        expect(made).toMatchObject({ status: 201, body: { status: 'approved', campaign_id: campaignId } });
        expect(shape(await create(unique('creator'), made.body.code))).toEqual(refused(404, 'code_not_found'));
      }
    });

    it('with a value of their own wait for a decision, which is final; a rejected value is free again', async () => {
      const base = await newBase(await running());
      const creator = unique('creator');
      const wish = unique('WISH');
      const made = await create(creator, base.code, { code: wish, email: 'c@example.test', display_name: 'Cee' });
      expect(made).toMatchObject({ status: 201, body: { status: 'pending', code: wish, rejection_reason: null } });
      expect(shape(await redeem(unique('user'), wish))).toEqual(refused(404, 'code_not_found'));
      const decide = (id: number, body: object) => game('POST', `${CREATOR}/${id}/decision`, body);
      const rejected = await decide(made.body.code_id, { decision: 'reject', reason: 'too long' });
      expect(rejected).toMatchObject({ status: 200, body: { status: 'rejected', rejection_reason: 'too long' } });
      expect(shape(await redeem(unique('user'), wish))).toEqual(refused(404, 'code_not_found'));
      for (const decision of ['approve', 'reject'])
        expect(shape(await decide(made.body.code_id, { decision, reason: 'again' }))).toEqual(
          refused(400, 'invalid_status_move'),
        );
      // A rejection carries a reason, also where none was given (it is optional in section 5).
      const silent = done(await create(unique('creator'), base.code, { code: unique('WISH') }));
      const unexplained = await decide(silent.code_id, { decision: 'reject' });
      expect(unexplained).toMatchObject({ status: 200, body: { rejection_reason: expect.stringMatching(/./) } });

      const again = await create(creator, base.code, { code: wish.toLowerCase() });
      expect(again).toMatchObject({ status: 201, body: { status: 'pending' } });
      expect((await decide(again.body.code_id, { decision: 'approve' })).body.status).toBe('approved');
      expect((await redeem(unique('user'), wish)).status).toBe(200);
      expect(shape(await decide(again.body.code_id, { decision: 'reject', reason: 'late' }))).toEqual(
        refused(400, 'invalid_status_move'),
      );
      expect(shape(await decide(999_999, { decision: 'approve' }))).toEqual(refused(404, 'not_found'));
      expect(shape(await decide(base.code_id, { decision: 'approve' }))).toEqual(refused(404, 'not_found'));
      expect(shape(await decide(again.body.code_id, { decision: 'disable' }))).toEqual(refused(400, 'invalid_request'));
    });

    it('are listed newest first, page by page, and read one by one', async () => {
      const creator = unique('creator');
      const made: Record<string, unknown>[] = [];
      for (let n = 0; n < 5; n += 1) {
        // Two of one instant: the id decides.
        if (n % 2 === 0) now += 1000;
        const base = await newBase(await running());
        made.unshift(done(await create(creator, base.code)));
      }
      const list = async (more = '') => game('GET', `${CREATOR}?creator_id=${creator}${more}`);
      expect(shape(await list())).toEqual({ status: 200, body: { data: made, page: 1, page_size: 25, total: 5 } });
      for (const page of [1, 2, 3, 4])
        expect((await list(`&page=${page}&page_size=2`)).body).toEqual({
          data: made.slice(2 * (page - 1), 2 * page),
          page,
          page_size: 2,
          total: 5,
        });
      for (const wrong of ['&page=0', '&page_size=101', '&page_size=0', '&page=x', '&sort=code'])
        expect(shape(await list(wrong)), wrong).toEqual(refused(400, 'invalid_request'));
      expect((await game('GET', `${CREATOR}?creator_id=nobody`)).body).toEqual({
        data: [],
        page: 1,
        page_size: 25,
        total: 0,
      });
      expect(shape(await game('GET', CREATOR))).toEqual(refused(400, 'invalid_request'));
      expect(shape(await game('GET', `${CREATOR}/${made[0]?.code_id}`))).toEqual({ status: 200, body: made[0] });
      expect(shape(await game('GET', `${CREATOR}/999999`))).toEqual(refused(404, 'not_found'));
    });
  });

  describe('redeeming', () => {
    it('is refused in the order of the contract, and validating alike', async () => {
      const campaignId = await newCampaign({ starts_at: iso(now + MINUTE), ends_at: iso(now + 2 * MINUTE) });
      const base = await newBase(campaignId, { usage_limit: 1 });
      const creator = unique('creator');
      const made = done(await create(creator, base.code));
      /** What the player is told, by redeem as by validate; `user` is the creator, so self-referral is there too. */
      const told = async (user: string, code: string, status: number, reason: string) => {
        const answer = await redeem(user, code);
        expect(shape(answer)).toEqual(refused(status, reason));
        const { request_id: _, ...problem } = answer.body;
        const validated = await validate(user, code);
        expect(shape(validated)).toEqual({ status, body: { ...problem, request_id: expect.any(String) } });
        return answer;
      };
      await told(creator, 'NO_SUCH_CODE', 404, 'code_not_found');
      const pending = done(await create(unique('creator'), base.code, { code: unique('WISH') }));
      await told(creator, pending.code, 404, 'code_not_found');
      await changeCode(base.code_id, { active: 'N' });
      await changeCreator(creator, { status: 'suspended' });
      await told(creator, base.code, 400, 'referral_base_not_redeemable');
      await told(creator, made.code, 400, 'code_inactive');
      await changeCode(base.code_id, { active: 'Y' });
      done(await staff('POST', `/v1/admin/creator-codes/${made.code_id}/disable`));
      await told(creator, made.code, 400, 'code_inactive');
      done(await staff('POST', `/v1/admin/creator-codes/${made.code_id}/approve`));
      await told(creator, made.code, 400, 'campaign_not_started'); // a draft
      await move(campaignId, 'publish');
      await told(creator, made.code, 400, 'campaign_not_started'); // scheduled
      now += 2 * MINUTE;
      await told(creator, made.code, 400, 'campaign_ended');
      done(await staff('PATCH', `/v1/admin/campaigns/${campaignId}`, { ends_at: iso(now + DAY) }));
      await move(campaignId, 'pause');
      await told(creator, made.code, 400, 'campaign_paused');
      await move(campaignId, 'publish');
      await told(creator, made.code, 400, 'creator_suspended');
      await changeCreator(creator, { status: 'active' });
      await told(creator, made.code, 400, 'self_referral');

      const user = unique('user');
      const valid = await validate(user, made.code);
      expect(shape(valid)).toEqual({
        status: 200,
        body: {
          valid: true,
          rewards: [{ gold: 1 }],
          code: made.code,
          code_type: 'referral',
          creator_id: creator,
          would_link: true,
        },
      });
      const claimed = await redeem(user, ` ${made.code.toLowerCase()} `);
      expect(shape(claimed)).toEqual({
        status: 200,
        body: {
          redemption_id: expect.stringMatching(/^\d+$/),
          rewards: [{ gold: 1 }],
          code: made.code,
          code_type: 'referral',
          creator_id: creator,
          linked: true,
        },
      });
      // The limit is reached too, but the first failure wins.
      const again = await told(user, made.code, 409, 'already_redeemed');
      expect(again.body.redemption_id).toBe(claimed.body.redemption_id);
      await told(unique('user'), made.code, 400, 'limit_reached');
      await move(campaignId, 'archive');
      await told(user, made.code, 400, 'campaign_ended');
    });

    it('gives back rewards as they were entered, and the manager’s codes have no creator', async () => {
      const rewards_json = '[{"b": 1.10, "a": 12345678901234567890}, {"z": "é"}]';
      const { code } = await newCode(await running(), { rewards_json });
      const user = unique('user');
      const response = await fetch(`${daemon.url}${USE}/redeem`, {
        method: 'POST',
        headers: { ...apiKey(daemon.serverKey), 'Content-Type': 'application/json' },
        body: JSON.stringify({ user_id: user, code }),
      });
      const text = await response.text();
      expect(text).toContain(`"rewards":${rewards_json},`);
      expect(JSON.parse(text)).toMatchObject({ code_type: 'redeem', creator_id: null, linked: false });
    });

    it('a creator’s code bounds itself, its base all of them together', async () => {
      const base = await newBase(await running(), { usage_limit: 3, creator_usage_limit: 2 });
      const ann = done(await create(unique('creator'), base.code));
      const ben = done(await create(unique('creator'), base.code));
      const codes: string[] = [ann.code, ann.code, ann.code, ben.code, ben.code];
      const outcomes: string[] = [];
      for (const code of codes) {
        const { body } = await redeem(unique('user'), code);
        outcomes.push(body.redemption_id ? 'claimed' : body.code);
      }
      expect(outcomes).toEqual(['claimed', 'claimed', 'limit_reached', 'claimed', 'limit_reached']);
      const counted = await game('GET', `${CREATOR}/${ann.code_id}`);
      expect(counted.body).toMatchObject({ number_of_claims: 2, usage_limit: 2 });
    });

    it('keeps the first link, and claims one creator’s code only of one base', async () => {
      const { user, creator, base } = await linkedPlayer();
      const rival = done(await create(unique('creator'), base.code));
      expect(shape(await redeem(user, rival.code))).toEqual(refused(409, 'already_redeemed'));
      const elsewhere = await newBase(await running());
      const other = done(await create(unique('creator'), elsewhere.code));
      expect(await validate(user, other.code)).toMatchObject({ status: 200, body: { would_link: false } });
      const claimed = await redeem(user, other.code);
      expect(claimed).toMatchObject({ status: 200, body: { linked: false, creator_id: other.creator_id } });
      done(await pay([payment(user, 5)]));
      expect((await analytics(`creator_id=${other.creator_id}`))[0]).toMatchObject({ total_revenue: 0 });
      expect((await analytics(`creator_id=${creator}`))[0]).toMatchObject({ total_revenue: 0 + 5 });
    });

    it('takes reports of what arrived, the last one wins', async () => {
      const { code } = await newCode(await running());
      const { redemption_id } = done(await redeem(unique('user'), code));
      const report = (body: object) => game('POST', `${USE}/report`, { redemption_id, ...body });
      const failed = await report({ status: 'failed', detail: 'inventory full' });
      expect(shape(failed)).toEqual({ status: 200, body: { redemption_id, status: 'failed' } });
      const granted = await report({ status: 'granted' });
      expect(shape(granted)).toEqual({ status: 200, body: { redemption_id, status: 'granted' } });
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.claims));
      const row = rows.find(({ claim_id }) => String(claim_id) === redemption_id);
      expect(row).toMatchObject({ report_status: 'granted', report_detail: null });
      const unknown = await game('POST', `${USE}/report`, { redemption_id: '9999999999999999', status: 'granted' });
      expect(shape(unknown)).toEqual(refused(404, 'not_found'));
      expect(shape(await report({ status: 'lost' }))).toEqual(refused(400, 'invalid_request'));
      expect(shape(await game('POST', `${USE}/report`, { redemption_id: 7, status: 'granted' }))).toEqual(
        refused(400, 'invalid_request'),
      );
    });

    it('stops a player who guesses, and that player alone, until the window has passed', async () => {
      const { code } = await newCode(await running());
      const [guesser, honest] = [unique('user'), unique('user')];
      for (let n = 0; n < 20; n += 1) {
        const answer = await (n % 2 ? redeem : validate)(guesser, `GUESS_${n}`);
        expect(answer.status).toBe(404);
      }
      const stopped = await redeem(guesser, code);
      expect(shape(stopped)).toEqual(refused(429, 'too_many_guesses'));
      expect(Number(stopped.headers.get('retry-after'))).toBe(600);
      expect((await validate(guesser, code)).status).toBe(429);
      expect((await redeem(honest, code)).status).toBe(200);
      now += 10 * MINUTE + 1000;
      expect((await redeem(guesser, code)).status).toBe(200);
    });
  });

  describe('payments', () => {
    it('count for the creator the player is linked to, and for every redeem code', async () => {
      const { user, figures, campaignId } = await linkedPlayer();
      const { code } = await newCode(campaignId);
      done(await redeem(user, code));
      const paid = await pay([payment(user, 60.5), payment(user, 39.5), payment(unique('stranger'), 1000)], 'req-1');
      expect(shape(paid)).toEqual({ status: 200, body: { id: 'req-1', accepted: 3, duplicates: 0, rejected: [] } });
      expect(await figures()).toMatchObject({ total_revenue: 100, commission_tier: 20, expected_payout: 20 });
      const managers = await analytics(`creator_id=0&campaign_id=${campaignId}`);
      expect(managers.find((row) => row.code === code)).toMatchObject({
        code_type: 'redeem',
        number_of_claims: 1,
        total_revenue: 100,
        commission_tier: 0,
        expected_payout: 0,
      });
    });

    it('from before the claim or after the end count for nobody', async () => {
      const { user, figures } = await linkedPlayer();
      const at = (created_at: string) => payment(user, 10, { created_at });
      done(await pay([at(iso(now - 1)), at(iso(START + 30 * DAY)), at(iso(now))]));
      // The second is taken at its receipt, which is earlier than its own clock says.
      expect(await figures()).toMatchObject({ total_revenue: 20 });
    });

    it('are all or nothing: each fault refuses the request, with a pointer to it', async () => {
      const { user, figures } = await linkedPlayer();
      const tx = unique('tx');
      const good = payment(user, 10, { transaction_id: tx });
      const cases: [string, number, string, unknown, string[] | undefined][] = [
        ['mixed', 400, 'mixed_events', { event_type: 'click' }, undefined],
        ['currency', 400, 'currency_mismatch', payment(user, 1, { currency: 'EUR' }), ['/events/1/currency']],
        ['decimals', 400, 'invalid_amount', payment(user, 0.001), ['/events/1/event/amount']],
        ['digits', 400, 'invalid_amount', payment(user, 1e16), ['/events/1/event/amount']],
        ['text', 400, 'invalid_request', payment(user, '1.00'), ['/events/1/event/amount']],
        ['day', 400, 'invalid_request', payment(user, 1, { created_at: '2026-02-30' }), ['/events/1/created_at']],
        ['game', 400, 'invalid_request', payment(user, 1, { game_id: 'a-b' }), ['/events/1/game_id']],
        ['a field more', 400, 'invalid_request', payment(user, 1, { note: 'x' }), undefined],
        ['positive', 400, 'invalid_request', payment(user, 1, { refund_of: 'x' }), ['/events/1/event/amount']],
        [
          'conflict',
          409,
          'transaction_conflict',
          payment(user, 11, { transaction_id: tx }),
          ['/events/1/transaction_id'],
        ],
        ['refund', 400, 'refund_exceeds_payment', payment(user, -10.01, { refund_of: tx }), ['/events/1/refund_of']],
      ];
      for (const [name, status, code, event, pointers] of cases) {
        const answer = await pay([good, event]);
        expect(shape(answer), name).toEqual(refused(status, code));
        if (pointers) expect(pointsTo(answer), name).toEqual(pointers);
      }
      expect(await figures()).toMatchObject({ total_revenue: 0 });
      expect(shape(await pay([]))).toEqual(refused(400, 'invalid_request'));
      const many = Array.from({ length: 1001 }, () => payment(user, 1));
      expect(shape(await pay(many))).toEqual(refused(400, 'invalid_request'));
      expect(await figures()).toMatchObject({ total_revenue: 0 });
      // What was refused left nothing behind: the transaction is still free.
      expect((await pay([good])).body).toMatchObject({ accepted: 1, duplicates: 0 });
    });

    it('of one transaction count once; other content is a conflict', async () => {
      const { user, figures } = await linkedPlayer();
      const event = payment(user, 10, { transaction_id: unique('tx') });
      expect((await pay([event, event])).body).toMatchObject({ accepted: 1, duplicates: 1 });
      expect((await pay([event, payment(user, 1)])).body).toMatchObject({ accepted: 1, duplicates: 1 });
      expect((await pay([{ ...event, currency: 'USD' }])).body).toMatchObject({ accepted: 0, duplicates: 1 });
      for (const change of [{ event: { user_id: user, amount: 10.01 } }, { created_at: iso(now - 1) }])
        expect(shape(await pay([{ ...event, ...change }]))).toEqual(refused(409, 'transaction_conflict'));
      // Transactions are the game's.
      expect((await pay([{ ...event, game_id: 'other' }])).body).toMatchObject({ accepted: 1 });
      expect(await figures()).toMatchObject({ total_revenue: 21 });
    });

    it('of one request id are answered again, and count once; other events are refused', async () => {
      const { user, figures } = await linkedPlayer();
      const id = unique('request');
      const events = [payment(user, 10), payment(user, 5)];
      const first = await pay(events, id);
      expect(first.body).toEqual({ id, accepted: 2, duplicates: 0, rejected: [] });
      now += MINUTE;
      expect(shape(await pay(events, id))).toEqual(shape(first));
      expect(shape(await pay(events.slice(1), id))).toEqual(refused(409, 'duplicate_request'));
      const later = events.map((event) => ({ ...event, created_at: iso(now) }));
      expect(shape(await pay(later, id))).toEqual(refused(409, 'duplicate_request'));
      expect(await figures()).toMatchObject({ total_revenue: 15 });
      // Of the key's rotation it is the same request, of another key it is not.
      const keys = (await staff('GET', '/v1/admin/api-keys?page_size=100')).body.data;
      const mine = keys.find((key: { prefix: string }) => daemon.serverKey.startsWith(key.prefix));
      const successor = done(
        await staff('POST', `/v1/admin/api-keys/${mine.key_id}/rotate`, { overlap_seconds: 2_592_000 }),
      );
      const rotated = asking(daemon.url, apiKey(successor.key));
      expect(shape(await rotated('POST', EVENTS, { id, events }))).toEqual(shape(first));
      const stranger = done(await staff('POST', '/v1/admin/api-keys', { name: 'Other', kind: 'server' }));
      const other = asking(daemon.url, apiKey(stranger.key));
      expect((await other('POST', EVENTS, { id, events })).body).toMatchObject({ accepted: 2 });
      expect(await figures()).toMatchObject({ total_revenue: 30 });
    });

    it('a refused request does not take its id', async () => {
      const { user } = await linkedPlayer();
      const id = unique('request');
      expect((await pay([payment(user, 0.001)], id)).status).toBe(400);
      expect((await pay([payment(user, 1)], id)).body).toMatchObject({ id, accepted: 1 });
    });

    it('are given back in all at most once, whatever the order', async () => {
      const { user, figures } = await linkedPlayer();
      const tx = unique('tx');
      const refund = (amount: number) => payment(user, amount, { refund_of: tx });
      done(await pay([refund(-3)])); // before its payment
      expect(await figures()).toMatchObject({ total_revenue: 0 });
      done(await pay([payment(user, 10, { transaction_id: tx })]));
      expect(await figures()).toMatchObject({ total_revenue: 7 });
      done(await pay([refund(-5)]));
      expect(shape(await pay([refund(-1), refund(-1.01)]))).toEqual(refused(400, 'refund_exceeds_payment'));
      done(await pay([refund(-2)]));
      expect(await figures()).toMatchObject({ total_revenue: 0, expected_payout: 0 });
      expect(shape(await pay([refund(-0.01)]))).toEqual(refused(400, 'refund_exceeds_payment'));
      // Without the name of a payment: from the newest on, none below zero.
      done(await pay([payment(user, 4), payment(user, 6), payment(user, -7)]));
      expect(await figures()).toMatchObject({ total_revenue: 3 });
      done(await pay([payment(user, -100)]));
      expect(await figures()).toMatchObject({ total_revenue: 0 });
    });

    it('early refunds take from redeem codes’ figures too, once their payment is there', async () => {
      const campaignId = await running();
      const { code } = await newCode(campaignId);
      const user = unique('user');
      done(await redeem(user, code));
      const [before, after] = [unique('tx'), unique('tx')];
      done(await pay([payment(user, 10, { transaction_id: after })]));
      done(await pay([payment(user, -10, { refund_of: after })]));
      const revenue = async () =>
        (await analytics(`creator_id=0&campaign_id=${campaignId}`)).find((row) => row.code === code)?.total_revenue;
      expect(await revenue()).toBe(0);
      done(await pay([payment(user, -10, { refund_of: before })]));
      done(await pay([payment(user, 10, { transaction_id: before })]));
      expect(await revenue()).toBe(0);
    });

    it('amounts are exact', async () => {
      const { user, figures } = await linkedPlayer();
      const raw = (amount: string) =>
        fetch(daemon.url + EVENTS, {
          method: 'POST',
          headers: { ...apiKey(daemon.serverKey), 'Content-Type': 'application/json' },
          body: JSON.stringify({ events: [payment(user, 'AMOUNT')] }).replace('"AMOUNT"', amount),
        });
      for (const amount of ['0.1', '0.2', '1.50000', '1e1', '12E-1']) expect((await raw(amount)).status).toBe(200);
      expect(await figures()).toMatchObject({ total_revenue: 13 });
      for (const amount of ['0.100000000000000001', '1e-3', '12345678901234567', '1e400'])
        expect((await raw(amount)).status, amount).toBe(400);
      expect(await figures()).toMatchObject({ total_revenue: 13 });
    });

    it('need a server key, of the right game', async () => {
      const bound = done(await staff('POST', '/v1/admin/api-keys', { name: 'B', kind: 'server', game_id: 'game_b' }));
      const client = done(await staff('POST', '/v1/admin/api-keys', { name: 'C', kind: 'client' }));
      const narrow = done(await staff('POST', '/v1/admin/api-keys', { name: 'N', kind: 'server', scopes: ['events'] }));
      const by = (key: string, events: unknown[]) => asking(daemon.url, apiKey(key))('POST', EVENTS, { events });
      const user = unique('user');
      const wrong = await by(bound.key, [payment(user, 1, { game_id: 'game_b' }), payment(user, 1)]);
      expect(shape(wrong)).toEqual(refused(403, 'wrong_game'));
      expect(pointsTo(wrong)).toEqual(['/events/1/game_id']);
      expect((await by(bound.key, [payment(user, 1, { game_id: 'game_b' })])).status).toBe(200);
      for (const { key } of [client, narrow]) {
        expect(shape(await by(key, [payment(user, 1)]))).toEqual(refused(403, 'forbidden'));
        // Hidden among others it is no better.
        expect(shape(await by(key, [sdkEvent(), payment(user, 1)]))).toEqual(refused(403, 'forbidden'));
      }
      expect((await asking(daemon.url)('POST', EVENTS, { events: [payment(user, 1)] })).status).toBe(401);
    });
  });

  const sdkEvent = (change: object = {}) => ({
    event_type: 'shop',
    event: { event_sub_type: 'opened', event_details: { any: ['thing'] } },
    game_id: 'game',
    created_at: iso(now),
    session_id: randomUUID(),
    event_id: randomUUID(),
    anon_id: 'anon_1',
    user_details: { user_id: 'anon_1' },
    app_details: {},
    ...change,
  });

  describe('SDK events', () => {
    it('are refused by their index, the rest is kept; the id is only echoed', async () => {
      const bad = [
        sdkEvent({ event_id: 'no uuid' }),
        sdkEvent({ created_at: iso(now + 2 * DAY) }),
        sdkEvent({ more: 1 }),
        sdkEvent({ game_id: 'a-b' }),
        'no object',
        null,
      ];
      const [first, last] = [sdkEvent(), sdkEvent()];
      const answer = await pay([first, ...bad, last], 'echo');
      expect(answer).toMatchObject({ status: 200, body: { id: 'echo', accepted: 2, duplicates: 0 } });
      const told = answer.body.rejected as { index: number; code: string; detail: string }[];
      expect(told.map(({ index, code }) => [index, code])).toEqual(bad.map((_, at) => [at + 1, 'invalid_event']));
      for (const { detail } of told) expect(detail).not.toBe('');
      expect((await pay([sdkEvent()], 'echo')).body).toMatchObject({ id: 'echo', accepted: 1 });
      expect((await pay([sdkEvent()])).body.id).toBeNull();
      const stored = await daemon.db.read(({ db, t }) => db.select().from(t.sdk_events));
      const ids = stored.map(({ event_id }) => event_id);
      expect(ids).toContain(first.event_id);
      expect(ids).toContain(last.event_id);
      const kept = stored.find(({ event_id }) => event_id === first.event_id);
      expect(JSON.parse(kept?.payload ?? '')).toEqual(first);
    });

    it('of another game than the key’s are refused one by one', async () => {
      const bound = done(await staff('POST', '/v1/admin/api-keys', { name: 'P', kind: 'client', game_id: 'game_b' }));
      const page = asking(daemon.url, apiKey(bound.key));
      const { body } = await page('POST', EVENTS, { events: [sdkEvent(), sdkEvent({ game_id: 'game_b' })] });
      expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 0, code: 'wrong_game' }] });
    });

    it('are stored once, in one request and in several', async () => {
      const event = sdkEvent();
      expect((await pay([event, sdkEvent(), event])).body).toMatchObject({ accepted: 2, duplicates: 1, rejected: [] });
      expect((await pay([event])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    });

    it('a repeated event_id is stored once, also in upper case', async () => {
      const event = sdkEvent();
      done(await pay([event]));
      done(await pay([{ ...event, event_id: event.event_id.toUpperCase() }]));
      const stored = await daemon.db.read(({ db, t }) => db.select().from(t.sdk_events));
      const same = stored.filter(({ event_id }) => event_id.toLowerCase() === event.event_id);
      expect(same).toHaveLength(1);
    });

    it('a repeated event_id is stored once, also under another created_at', async () => {
      const event = sdkEvent();
      done(await pay([event]));
      const again = await pay([{ ...event, created_at: iso(now - 1000) }]);
      expect(again.body).toMatchObject({ accepted: 0, duplicates: 1 });
    });

    it('join an anonymous id to the user who signed in, once', async () => {
      const anon_id = `anon_${randomUUID()}`;
      const user = unique('user');
      const as = (user_id: string, change: object = {}) => sdkEvent({ anon_id, user_details: { user_id }, ...change });
      const joined = async () => {
        const rows = await daemon.db.read(({ db, t }) => db.select().from(t.identities));
        return rows.filter((row) => row.anon_id === anon_id).map(({ game_id, user_id }) => [game_id, user_id]);
      };
      done(await pay([as(anon_id)]));
      expect(await joined()).toEqual([]);
      done(await pay([as(user), as(user)]));
      expect(await joined()).toEqual([['game', user]]);
      done(await pay([as(unique('user'))]));
      expect(await joined()).toEqual([['game', user]]);
      done(await pay([as(user, { game_id: 'other' })]));
      expect((await joined()).sort()).toEqual([
        ['game', user],
        ['other', user],
      ]);
    });
  });

  describe('analytics', () => {
    it('of a creator, newest code first, paged and by campaign', async () => {
      const creator = unique('creator');
      const made: { code: string; campaign_id: number }[] = [];
      for (let n = 0; n < 3; n += 1) made.unshift(done(await create(creator, (await newBase(await running())).code)));
      const user = unique('user');
      for (const { code } of made) done(await redeem(user, code));
      done(await pay([payment(user, 12.34)]));
      const all = await analytics(`creator_id=${creator}`);
      expect(all.map(({ code }) => code)).toEqual(made.map(({ code }) => code));
      for (const row of all) expect(row).toMatchObject({ code_type: 'referral', number_of_claims: 1 });
      // One accrual, whatever the number of codes: 12.34 in all, at 10 %.
      expect(all.reduce((sum, row) => sum + Number(row.total_revenue), 0)).toBe(12.34);
      expect(all.reduce((sum, row) => sum + Number(row.expected_payout), 0)).toBe(1.23);
      expect(Object.keys(all[0] ?? {}).sort()).toEqual([
        'campaign_id',
        'code',
        'code_type',
        'commission_tier',
        'expected_payout',
        'number_of_claims',
        'total_revenue',
      ]);
      const one = made[1];
      expect(await analytics(`creator_id=${creator}&campaign_id=${one?.campaign_id}`)).toEqual([all[1]]);
      expect(await analytics(`creator_id=${creator}&page_size=2`)).toEqual(all.slice(0, 2));
      expect(await analytics(`creator_id=${creator}&page_size=2&page=2`)).toEqual(all.slice(2));
      expect(await analytics(`creator_id=${creator}&page_size=2&page=3`)).toEqual([]);
      expect(await analytics(`creator_id=${creator}&campaign_id=999999`)).toEqual([]);
    });

    it('of the manager: bases with the sums over their creators’ codes', async () => {
      const { campaignId, base, user, code: own } = await linkedPlayer();
      const plain = await newCode(campaignId);
      const rival = done(await create(unique('creator'), base.code));
      const other = unique('user');
      done(await redeem(other, rival.code));
      done(await pay([payment(user, 1.5), payment(other, 2.25)]));
      const rows = await analytics(`creator_id=0&campaign_id=${campaignId}`);
      const nothing = { commission_tier: 0, expected_payout: 0, campaign_id: campaignId };
      expect(rows).toEqual([
        { ...nothing, code: plain.code, code_type: 'redeem', number_of_claims: 0, total_revenue: 0 },
        { ...nothing, code: base.code, code_type: 'referral', number_of_claims: 2, total_revenue: 3.75 },
      ]);
      expect(rows.map(({ code }) => code)).not.toContain(own);
      expect(await analytics(`creator_id=0&campaign_id=${campaignId}&page=2&page_size=1`)).toEqual([rows[1]]);
      expect((await analytics('creator_id=0&page_size=3')).length).toBe(3);
      expect((await analytics('creator_id=0')).length).toBeGreaterThan(3);
    });

    it('of nobody is an empty list; a faulty question is refused', async () => {
      expect(await analytics('creator_id=nobody')).toEqual([]);
      for (const query of ['', 'creator_id=', 'creator_id=a&page=0', 'creator_id=a&page_size=101', 'creator_id=a&x=1'])
        expect(shape(await game('GET', `${ANALYTICS}?${query}`)), query).toEqual(refused(400, 'invalid_request'));
    });
  });
});
