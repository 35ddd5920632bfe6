import { expect, it } from 'vitest';
import { DAY, MINUTE, onEachGame, USE } from '../support/http/game-flow.ts';
import { apiKey, done, iso, refusal, shape } from '../support/http/test-client.ts';

onEachGame('redeeming', (flow) => {
  const { daemon, clock, staff, game, unique } = flow;
  const { newCampaign, move, running, newCode, newBase, changeCode, changeCreator } = flow;
  const { create, redeem, validate, payment, pay, analytics, linkedPlayer } = flow;

  it('is refused in the order that the contract states, and so is validating', async () => {
    const campaignId = await newCampaign({
      starts_at: iso(clock.now + MINUTE),
      ends_at: iso(clock.now + 2 * MINUTE),
    });
    const base = await newBase(campaignId, { usage_limit: 1 });
    const creator = unique('creator');
    const made = done(await create(creator, base.code));
    /** Expects the same refusal from redeem and validate. At first, `user` is the creator: a self-referral. */
    const told = async (user: string, code: string, status: number, reason: string) => {
      const answer = await redeem(user, code);
      expect(shape(answer)).toEqual(refusal(status, reason));
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
    done(await staff.call('disableCreatorCode', { params: { code_id: made.code_id } }));
    await told(creator, made.code, 400, 'code_inactive');
    done(await staff.call('approveCreatorCode', { params: { code_id: made.code_id } }));
    await told(creator, made.code, 400, 'campaign_not_started'); // a draft
    await move(campaignId, 'publish');
    await told(creator, made.code, 400, 'campaign_not_started'); // scheduled
    await move(campaignId, 'pause');
    await told(creator, made.code, 400, 'campaign_paused'); // before its start
    await move(campaignId, 'publish');
    clock.now += 2 * MINUTE;
    await told(creator, made.code, 400, 'campaign_ended');
    done(
      await staff.edit('changeCampaign', {
        params: { campaign_id: campaignId },
        body: { ends_at: iso(clock.now + DAY) },
      }),
    );
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
    // The limit is reached, too, but the daemon reports only the first reason.
    const again = await told(user, made.code, 409, 'already_redeemed');
    expect(again.body.redemption_id).toBe(claimed.body.redemption_id);
    await told(unique('user'), made.code, 400, 'limit_reached');
    await move(campaignId, 'archive');
    await told(user, made.code, 400, 'campaign_ended');
    await move(campaignId, 'restore');
    await told(user, made.code, 400, 'campaign_paused');
  });

  it('returns rewards as they were entered, and no creator for a redeem code', async () => {
    const rewards_json = '[{"b": 1.10, "a": 12345678901234567890}, {"z": "é"}]';
    const { code } = await newCode(await running(), { rewards_json });
    const user = unique('user');
    const response = await fetch(`${daemon().url}${USE}/redeem`, {
      method: 'POST',
      headers: { ...apiKey(daemon().serverKey), 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_id: user, code }),
    });
    const text = await response.text();
    expect(text).toContain(`"rewards":${rewards_json},`);
    expect(JSON.parse(text)).toMatchObject({ code_type: 'redeem', creator_id: null, linked: false });
  });

  it('has a limit per creator code, and one for all creator codes of a base code', async () => {
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
    const counted = await game.call('getCreatorCode', { params: { code_id: ann.code_id } });
    expect(counted.body).toMatchObject({ number_of_claims: 2, usage_limit: 2 });
  });

  it('keeps the first link, and allows one creator code per base code', async () => {
    const { user, creator, base } = await linkedPlayer();
    const rival = done(await create(unique('creator'), base.code));
    expect(shape(await redeem(user, rival.code))).toEqual(refusal(409, 'already_redeemed'));
    const elsewhere = await newBase(await running());
    const other = done(await create(unique('creator'), elsewhere.code));
    expect(await validate(user, other.code)).toMatchObject({ status: 200, body: { would_link: false } });
    const claimed = await redeem(user, other.code);
    expect(claimed).toMatchObject({ status: 200, body: { linked: false, creator_id: other.creator_id } });
    done(await pay([payment(user, 5)]));
    expect((await analytics(`creator_id=${other.creator_id}`))[0]).toMatchObject({ total_revenue: 0 });
    expect((await analytics(`creator_id=${creator}`))[0]).toMatchObject({ total_revenue: 0 + 5 });
  });

  it('accepts delivery receipts, of which the last one counts', async () => {
    const { code } = await newCode(await running());
    const { redemption_id } = done(await redeem(unique('user'), code));
    const report = (body: object) => game.send('POST', `${USE}/report`, { redemption_id, ...body });
    const failed = await report({ status: 'failed', detail: 'inventory full' });
    expect(shape(failed)).toEqual({ status: 200, body: { redemption_id, status: 'failed' } });
    const granted = await report({ status: 'granted' });
    expect(shape(granted)).toEqual({ status: 200, body: { redemption_id, status: 'granted' } });
    const rows = await daemon().db.read(({ db, t }) => db.select().from(t.claims));
    const row = rows.find(({ claim_id }) => String(claim_id) === redemption_id);
    expect(row).toMatchObject({ report_status: 'granted', report_detail: null });
    const unknown = await game.call('reportRedemption', {
      body: { redemption_id: '9999999999999999', status: 'granted' },
    });
    expect(shape(unknown)).toEqual(refusal(404, 'not_found'));
    expect(shape(await report({ status: 'lost' }))).toEqual(refusal(400, 'invalid_request'));
    expect(shape(await game.send('POST', `${USE}/report`, { redemption_id: 7, status: 'granted' }))).toEqual(
      refusal(400, 'invalid_request'),
    );
  });

  it('blocks only the player who guesses, for ten minutes', async () => {
    const { code } = await newCode(await running());
    const [guesser, honest] = [unique('user'), unique('user')];
    for (let n = 0; n < 20; n += 1) {
      const answer = await (n % 2 ? redeem : validate)(guesser, `GUESS_${n}`);
      expect(answer.status).toBe(404);
    }
    const stopped = await redeem(guesser, code);
    expect(shape(stopped)).toEqual(refusal(429, 'too_many_guesses'));
    expect(Number(stopped.headers.get('retry-after'))).toBe(600);
    expect((await validate(guesser, code)).status).toBe(429);
    expect((await redeem(honest, code)).status).toBe(200);
    clock.now += 10 * MINUTE + 1000;
    expect((await redeem(guesser, code)).status).toBe(200);
  });
});
