import { expect, it } from 'vitest';
import { MINUTE, onGame, START } from '../support/http/game-flow.ts';
import { addMember } from '../support/http/staff.ts';
import { done, iso, refusal, shape } from '../support/http/test-client.ts';

onGame('a player', (flow) => {
  const { staff, game, redeem, running, newCode, unique } = flow;
  const player = (userId: string) => staff.call('getPlayer', { params: { user_id: userId } });

  it('without any record is not found', async () => {
    expect(shape(await player('stranger'))).toEqual(refusal(404, 'not_found'));
  });

  it('has claims, a link, failed attempts and payments', async () => {
    const { user, creator, code } = await flow.linkedPlayer();
    const [claim] = done(await staff.call('listClaims', { query: { user_id: user } })).data;
    done(
      await game.call('reportRedemption', {
        body: { redemption_id: claim.redemption_id, status: 'failed', detail: 'full' },
      }),
    );
    await redeem(user, code);
    await redeem(user, 'NO-SUCH-CODE');
    flow.clock.now += MINUTE;
    const at = iso(flow.clock.now);
    done(await flow.pay([flow.payment(user, 10.5, { transaction_id: unique('t') })]));
    flow.clock.now += MINUTE;
    done(await flow.pay([flow.payment(user, -0.5)]));
    const named = { params: { creator_id: creator }, body: { display_name: 'Ann' } };
    done(await staff.edit('changeCreator', named));
    const { body } = await player(user);
    expect(body).toMatchObject({
      user_id: user,
      link: { creator_id: creator, display_name: 'Ann', linked_at: claim.created_at },
      claims: [
        {
          ...claim,
          creator_name: 'Ann',
          report_status: 'failed',
          report_detail: 'full',
          reported_at: claim.created_at,
        },
      ],
      refused_tries: [
        { code: 'NO-SUCH-CODE', reason: 'code_not_found' },
        { code, reason: 'already_redeemed' },
      ],
      totals: { claims: 1, payments: 2, paid: { amount: '10.00', currency: 'USD' } },
    });
    expect(String(body.link.claim_id)).toBe(claim.redemption_id);
    expect(body.payments).toEqual([
      expect.objectContaining({ amount: { amount: '-0.50', currency: 'USD' }, transaction_id: null }),
      {
        transaction_id: expect.any(String),
        game_id: 'game',
        amount: { amount: '10.50', currency: 'USD' },
        paid: null,
        refund_of: null,
        created_at: at,
        received_at: at,
        accrued: { amount: '10.50', currency: 'USD' },
        creator_id: creator,
        creator_name: 'Ann',
      },
    ]);
  });

  it('has refused validate requests among the failed attempts only if the caller asks for them', async () => {
    const { user, code } = await flow.linkedPlayer();
    await redeem(user, code);
    flow.clock.now += MINUTE;
    await flow.validate(user, code);
    await flow.validate(user, 'NO-SUCH-CODE');
    const triesOf = async (query: string) => {
      const { body } = await staff.send('GET', `/v1/admin/players/${user}${query}`);
      return body.refused_tries.map((row: Record<string, unknown>) => [row.code, row.reason, row.is_validate]);
    };
    const own = [[code, 'already_redeemed', false]];
    expect(await triesOf('')).toEqual(own);
    expect(await triesOf('?include_validates=false')).toEqual(own);
    expect(await triesOf('?include_validates=true')).toEqual([
      ['NO-SUCH-CODE', 'code_not_found', true],
      [code, 'already_redeemed', true],
      ...own,
    ]);
    const odd = await staff.send('GET', `/v1/admin/players/${user}?include_validates=yes`);
    expect(shape(odd)).toEqual(refusal(400, 'invalid_request'));
    // The palette lists players who have only sent validate requests, so they have a page.
    const asker = unique('asker');
    await flow.validate(asker, 'NO-SUCH-CODE');
    expect((await player(asker)).body).toMatchObject({ user_id: asker, refused_tries: [], claims: [] });
  });

  it('who has only paid has no accruals', async () => {
    const user = unique('payer');
    done(await flow.pay([flow.payment(user, 3)]));
    expect((await player(user)).body).toMatchObject({
      link: null,
      claims: [],
      payments: [{ accrued: null, creator_id: null }],
    });
  });

  it('can have any ID', async () => {
    const code = await newCode(await running());
    const ids = ['a/b', '../up', '%2F', 'a b+c', '日本\u{1f600}', "'; drop table--", '?q=1#x', '...', 'a\\b', ' edge '];
    for (const id of ids) {
      done(await redeem(id, code.code));
      const { status, body } = await player(id);
      expect([id, status, body.user_id, body.claims.length]).toEqual([id, 200, id, 1]);
      expect(
        done(
          await staff.call('listClaims', {
            query: { user_id: id },
          }),
        ).data,
      ).toHaveLength(1);
    }
    expect(shape(await staff.call('getPlayer', { params: { user_id: '\u0000' } }))).toEqual(
      refusal(400, 'invalid_request'),
    );
    expect(shape(await staff.send('GET', '/v1/admin/players/%E0%A4%A'))).toEqual(refusal(400, 'invalid_request'));
  });

  it('has its newest hundred claims listed, and all claims counted', async () => {
    const campaignId = await running();
    const user = unique('busy');
    for (let n = 0; n < 103; n += 1) done(await redeem(user, (await newCode(campaignId)).code));
    const { body } = await player(user);
    expect([body.claims.length, body.totals.claims]).toEqual([100, 103]);
    const ids = body.claims.map((row: { redemption_id: string }) => Number(row.redemption_id));
    expect(ids).toEqual([...ids].sort((a: number, b: number) => b - a));
    expect(flow.clock.now).toBeGreaterThan(START);
  });

  it('is visible to the roles that support players', async () => {
    const statuses: Record<string, number> = {};
    for (const role of ['live_ops', 'moderator', 'finance', 'viewer'] as const) {
      const { ask } = await addMember(flow.daemon(), role);
      statuses[role] = (await ask.call('getPlayer', { params: { user_id: 'stranger' } })).status;
    }
    expect(statuses).toEqual({ live_ops: 404, moderator: 404, finance: 403, viewer: 403 });
  });
});
