import { expect, it } from 'vitest';
import { CREATOR, DAY, onEachGame } from '../support/http/game-flow.ts';
import { done, iso, refusal, shape } from '../support/http/test-client.ts';

onEachGame('creator codes', (flow) => {
  const { clock, game, unique } = flow;
  const { move, running, newCode, newBase, changeCode, changeCreator } = flow;
  const { create, redeem } = flow;

  it('are refused in the order that the contract states', async () => {
    // One request has every fault. Each step fixes the first one, so the daemon must name the next.
    const taken = await newCode(await running());
    const campaignId = await running();
    const plain = await newCode(campaignId);
    const base = await newBase(campaignId);
    const creator = unique('creator');
    const faulty = (creatorId: string, redemptionCode: string, code: string) =>
      create(creatorId, redemptionCode, { code });

    expect(shape(await faulty('0', 'NO_SUCH_CODE', '?'))).toEqual(refusal(400, 'invalid_creator_id'));
    expect((await faulty('0', 'NO_SUCH_CODE', '?')).body.detail).toMatch(/1-255 characters.* 0 is reserved/);
    expect(shape(await faulty('', 'NO_SUCH_CODE', '?'))).toEqual(refusal(400, 'invalid_creator_id'));
    expect(shape(await faulty('x'.repeat(256), 'NO_SUCH_CODE', '?'))).toEqual(refusal(400, 'invalid_creator_id'));
    expect(shape(await faulty('a\u0007b', 'NO_SUCH_CODE', '?'))).toEqual(refusal(400, 'invalid_creator_id'));

    done(await create(creator, base.code));
    await changeCreator(creator, { status: 'suspended' });
    await changeCode(plain.code_id, { active: 'N' });
    await changeCode(base.code_id, { active: 'N' });
    await move(campaignId, 'archive');
    expect(shape(await faulty(creator, 'NO_SUCH_CODE', '?'))).toEqual(refusal(404, 'code_not_found'));
    expect(shape(await faulty(creator, plain.code, '?'))).toEqual(refusal(400, 'not_a_referral_code'));
    expect(shape(await faulty(creator, base.code, '?'))).toEqual(refusal(400, 'code_inactive'));
    await changeCode(base.code_id, { active: 'Y' });
    expect(shape(await faulty(creator, base.code, '?'))).toEqual(refusal(400, 'campaign_ended'));

    const other = await newBase(await running());
    expect(shape(await faulty(creator, other.code, '?'))).toEqual(refusal(400, 'creator_suspended'));
    await changeCreator(creator, { status: 'active' });
    done(await create(creator, other.code));
    expect(shape(await faulty(creator, other.code, '?'))).toEqual(refusal(409, 'creator_code_exists'));
    const third = await newBase(await running());
    for (const code of ['?', 'ab', 'x'.repeat(65), 'Ａ Ｂ Ｃ', 'Аdmin'])
      expect(shape(await faulty(creator, third.code, code)), code).toEqual(refusal(400, 'invalid_code'));
    const lower = ` ${taken.code.toLowerCase()} `;
    expect(shape(await faulty(creator, third.code, lower))).toEqual(refusal(409, 'code_taken'));
    expect((await faulty(creator, third.code, unique('MINE'))).status).toBe(201);
  });

  it('can be created in scheduled and paused campaigns, but not from a creator code', async () => {
    const scheduled = await running({ starts_at: iso(clock.now + DAY) });
    const paused = await running();
    await move(paused, 'pause');
    for (const campaignId of [scheduled, paused]) {
      const base = await newBase(campaignId);
      const made = await create(unique('creator'), base.code);
      expect(made).toMatchObject({ status: 201, body: { status: 'approved', campaign_id: campaignId } });
      expect(shape(await create(unique('creator'), made.body.code))).toEqual(refusal(404, 'code_not_found'));
    }
  });

  it('with a value that the creator chose wait for a decision, which is final; a rejected value is free again', async () => {
    const base = await newBase(await running());
    const creator = unique('creator');
    const wish = unique('WISH');
    const made = await create(creator, base.code, { code: wish, email: 'c@example.test', display_name: 'Cee' });
    expect(made).toMatchObject({ status: 201, body: { status: 'pending', code: wish, rejection_reason: null } });
    expect(shape(await redeem(unique('user'), wish))).toEqual(refusal(404, 'code_not_found'));
    const decide = (id: number, body: object) => game.send('POST', `${CREATOR}/${id}/decision`, body);
    const rejected = await decide(made.body.code_id, { decision: 'reject', reason: 'too long' });
    expect(rejected).toMatchObject({ status: 200, body: { status: 'rejected', rejection_reason: 'too long' } });
    expect(shape(await redeem(unique('user'), wish))).toEqual(refusal(404, 'code_not_found'));
    for (const decision of ['approve', 'reject'])
      expect(shape(await decide(made.body.code_id, { decision, reason: 'again' }))).toEqual(
        refusal(400, 'invalid_status_move'),
      );
    // A rejection always has a reason, although the game need not give one.
    const silent = done(await create(unique('creator'), base.code, { code: unique('WISH') }));
    const unexplained = await decide(silent.code_id, { decision: 'reject' });
    expect(unexplained).toMatchObject({ status: 200, body: { rejection_reason: expect.stringMatching(/./) } });

    const again = await create(creator, base.code, { code: wish.toLowerCase() });
    expect(again).toMatchObject({ status: 201, body: { status: 'pending' } });
    expect((await decide(again.body.code_id, { decision: 'approve' })).body.status).toBe('approved');
    expect((await redeem(unique('user'), wish)).status).toBe(200);
    expect(shape(await decide(again.body.code_id, { decision: 'reject', reason: 'late' }))).toEqual(
      refusal(400, 'invalid_status_move'),
    );
    expect(shape(await decide(999_999, { decision: 'approve' }))).toEqual(refusal(404, 'not_found'));
    expect(shape(await decide(base.code_id, { decision: 'approve' }))).toEqual(refusal(404, 'not_found'));
    expect(shape(await decide(again.body.code_id, { decision: 'disable' }))).toEqual(refusal(400, 'invalid_request'));
  });

  it('are listed newest first, page by page, and read one by one', async () => {
    const creator = unique('creator');
    const made: { code_id: number }[] = [];
    for (let n = 0; n < 5; n += 1) {
      // If two codes were created at the same instant, their IDs decide the order.
      if (n % 2 === 0) clock.now += 1000;
      const base = await newBase(await running());
      made.unshift(done(await create(creator, base.code)));
    }
    const list = async (more = '') => game.send('GET', `${CREATOR}?creator_id=${creator}${more}`);
    expect(shape(await list())).toEqual({ status: 200, body: { data: made, page: 1, page_size: 25, total: 5 } });
    for (const page of [1, 2, 3, 4])
      expect((await list(`&page=${page}&page_size=2`)).body).toEqual({
        data: made.slice(2 * (page - 1), 2 * page),
        page,
        page_size: 2,
        total: 5,
      });
    for (const wrong of ['&page=0', '&page_size=101', '&page_size=0', '&page=x', '&sort=code'])
      expect(shape(await list(wrong)), wrong).toEqual(refusal(400, 'invalid_request'));
    expect((await game.call('listCreatorCodes', { query: { creator_id: 'unknown' } })).body).toEqual({
      data: [],
      page: 1,
      page_size: 25,
      total: 0,
    });
    expect(shape(await game.send('GET', CREATOR))).toEqual(refusal(400, 'invalid_request'));
    expect(shape(await game.call('getCreatorCode', { params: { code_id: made[0]?.code_id ?? 0 } }))).toEqual({
      status: 200,
      body: made[0],
    });
    expect(shape(await game.call('getCreatorCode', { params: { code_id: 999999 } }))).toEqual(
      refusal(404, 'not_found'),
    );
  });
});
