import { expect, it } from 'vitest';
import { DAY, MINUTE, onGame } from '../support/http/game-flow.ts';
import { addMember } from '../support/http/staff.ts';
import {
  type Answered,
  apiKey,
  bearer,
  done,
  iso,
  queryOf,
  refusal,
  shape,
  testClient,
} from '../support/http/test-client.ts';

const CLAIMS = '/v1/admin/claims';

onGame('support', (flow) => {
  const { staff, redeem, running, newCode, newBase, create, unique } = flow;
  const release = (id: string, reason = 'by mistake') =>
    staff.call('releaseClaim', { params: { redemption_id: id }, body: { reason } });
  const grantAgain = (id: string) =>
    staff.call('grantClaimAgain', { params: { redemption_id: id }, body: { reason: 'never came' } });
  const list = async (query: string) => done(await staff.call('listClaims', { query: queryOf(query) }));
  const idsOf = ({ data }: { data: { redemption_id: string }[] }) => data.map((row) => row.redemption_id);
  const claimOf = async (user: string, code: string): Promise<string> => done(await redeem(user, code)).redemption_id;
  const oneLimit = async (change: object) => newCode(await running(), { usage_limit: 1, ...change });
  const audited = () => flow.daemon().db.read(({ db, t }) => db.select().from(t.audit_log));

  it('grants the code’s current rewards again, with the code as the player typed it', async () => {
    const rewards_json = '{"gold":1.10,"big":12345678901234567890}';
    const code = await newCode(await running(), { rewards_json });
    const user = unique('user');
    const id = await claimOf(user, code.code);
    const headers = { ...bearer(flow.daemon().ownerToken), 'Content-Type': 'application/json' };
    const answer = await fetch(`${flow.daemon().url}${CLAIMS}/${id}/grant-again`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ reason: 'the server was down' }),
    });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text.startsWith(`{"redemption_id":"${id}","rewards":[${rewards_json}],"code":"${code.code}"`)).toBe(true);
    const twice = done(await grantAgain(id));
    expect(twice).toMatchObject({ redemption_id: id, user_id: user, code: code.code });
    expect(twice.remedies).toEqual([
      expect.objectContaining({ kind: 'grant_again', reason: 'the server was down', created_at: iso(flow.clock.now) }),
      expect.objectContaining({ kind: 'grant_again', reason: 'never came', staff_id: 1 }),
    ]);
    const entries = (await audited()).filter((row) => row.action === 'claim.grant_again' && row.entity_id === id);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(user);
  });

  it('finds claims whose rewards never arrived', async () => {
    const code = await newCode(await running(), {});
    const ids: Record<string, string> = {};
    for (const status of ['granted', 'failed', 'none'] as const) {
      const redemption_id = await claimOf(unique(status), code.code);
      ids[status] = redemption_id;
      if (status === 'none') continue;
      done(await flow.daemon().server.call('reportRedemption', { body: { redemption_id, status } }));
    }
    for (const status of ['granted', 'failed', 'none'])
      expect(idsOf(await list(`code_id=${code.code_id}&receipt=${status}`))).toEqual([ids[status]]);
  });

  it('releases a claim once: it no longer counts for the limit, and the player can redeem again', async () => {
    const code = await oneLimit({});
    const [first, second] = [unique('user'), unique('user')];
    const id = await claimOf(first, code.code);
    expect(shape(await redeem(second, code.code))).toEqual(refusal(400, 'limit_reached'));
    const released = await release(id);
    expect(shape(released)).toMatchObject({
      status: 200,
      body: { redemption_id: id, user_id: first, released_at: iso(flow.clock.now), remedies: [{ kind: 'release' }] },
    });
    expect(shape(await release(id))).toEqual(refusal(400, 'claim_released'));
    expect(shape(await grantAgain(id))).toEqual(refusal(400, 'claim_released'));
    const again = await claimOf(first, code.code);
    expect(again).not.toBe(id);
    expect(shape(await redeem(first, code.code))).toMatchObject({ status: 409, body: { redemption_id: again } });
    expect(shape(await redeem(second, code.code))).toEqual(refusal(400, 'limit_reached'));
    expect(done(await staff.call('getCode', { params: { code_id: code.code_id } })).number_of_claims).toBe(1);
    expect(idsOf(await list(`user_id=${first}`))).toEqual([again, id]);
    const entries = (await audited()).filter((row) => row.action === 'claim.release' && row.entity_id === id);
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain(first);
  });

  it('releases a claim of a creator code from its count and from the count of its base code', async () => {
    const base = await newBase(await running(), { usage_limit: 2, creator_usage_limit: 1 });
    const codes = [];
    for (const name of ['ann', 'ben', 'cay']) codes.push(done(await create(unique(name), base.code)).code);
    const [ann, ben, cay] = codes;
    const id = await claimOf(unique('user'), ann);
    await claimOf(unique('user'), ben);
    for (const code of codes) expect(shape(await redeem(unique('user'), code))).toEqual(refusal(400, 'limit_reached'));
    done(await release(id));
    expect(shape(await redeem(unique('user'), ben))).toEqual(refusal(400, 'limit_reached'));
    expect((await redeem(unique('user'), cay)).status).toBe(200);
    expect(shape(await redeem(unique('user'), ann))).toEqual(refusal(400, 'limit_reached'));
  });

  it('can set a limit after a release, and the limit counts the remaining claims', async () => {
    const code = await newCode(await running());
    const id = await claimOf(unique('user'), code.code);
    await claimOf(unique('user'), code.code);
    done(await release(id));
    await flow.changeCode(code.code_id, { usage_limit: 2 });
    expect((await redeem(unique('user'), code.code)).status).toBe(200);
    expect(shape(await redeem(unique('user'), code.code))).toEqual(refusal(400, 'limit_reached'));
  });

  it('keeps the link and accruals of a released claim, but later payments no longer count for its code', async () => {
    const { user, code, creator, campaignId, figures } = await flow.linkedPlayer();
    const other = await newCode(campaignId);
    const own = await claimOf(user, other.code);
    flow.clock.now += MINUTE;
    done(await flow.pay([flow.payment(user, 10)]));
    const [made] = (await list(`user_id=${user}&creator_id=${creator}`)).data;
    done(await release(made.redemption_id));
    done(await release(own));
    flow.clock.now += MINUTE;
    done(await flow.pay([flow.payment(user, 5)]));
    expect(await figures()).toMatchObject({ number_of_claims: 0, total_revenue: 10 });
    const manager = (await flow.analytics(`creator_id=0&campaign_id=${campaignId}`)).find(
      (row) => row.code === other.code,
    );
    expect(manager).toMatchObject({ number_of_claims: 0, total_revenue: 10 });
    expect(done(await staff.call('getPlayer', { params: { user_id: user } }))).toMatchObject({
      link: { creator_id: creator },
      totals: { claims: 0, payments: 2, paid: { amount: '15.00', currency: 'USD' } },
    });
    expect(done(await redeem(user, code))).toMatchObject({ linked: false });
    flow.clock.now += MINUTE;
    done(await flow.pay([flow.payment(user, 1)]));
    expect(await figures()).toMatchObject({ number_of_claims: 1, total_revenue: 11 });
  });

  it('releases a claim without changing the response to a repeated Idempotency-Key', async () => {
    const code = await oneLimit({});
    const user = unique('user');
    const game = testClient(flow.daemon().url, {
      ...apiKey(flow.daemon().serverKey),
      'Idempotency-Key': unique('key'),
    });
    const first = await game.call('redeem', { body: { user_id: user, code: code.code } });
    done(await release(done(first).redemption_id));
    const replayed = await game.call('redeem', { body: { user_id: user, code: code.code } });
    expect(shape(replayed)).toEqual(shape(first));
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect((await redeem(unique('user'), code.code)).status).toBe(200);
  });

  it('cannot apply remedies to unknown claims, without a reason, or with another role', async () => {
    expect(shape(await release('999999999'))).toEqual(refusal(404, 'not_found'));
    expect(shape(await grantAgain('999999999'))).toEqual(refusal(404, 'not_found'));
    const code = await newCode(await running());
    const id = await claimOf(unique('user'), code.code);
    expect(shape(await staff.call('releaseClaim', { params: { redemption_id: id }, body: { reason: ' ' } }))).toEqual(
      refusal(400, 'invalid_request'),
    );
    const may: Record<string, Answered[]> = {};
    for (const role of ['moderator', 'finance', 'viewer', 'live_ops'] as const) {
      const { ask } = await addMember(flow.daemon(), role);
      may[role] = [
        await ask.call('listClaims', { query: { user_id: 'unknown' } }),
        await ask.call('grantClaimAgain', { params: { redemption_id: id }, body: { reason: 'late' } }),
        await ask.call('releaseClaim', { params: { redemption_id: id }, body: { reason: 'late' } }),
      ];
    }
    const statuses = Object.entries(may).map(([role, answers]) => [role, answers.map(({ status }) => status)]);
    expect(Object.fromEntries(statuses)).toEqual({
      moderator: [200, 403, 403],
      finance: [403, 403, 403],
      viewer: [403, 403, 403],
      live_ops: [200, 200, 200],
    });
  });

  it('can list claims newest first, with every filter, page by page', async () => {
    flow.clock.now += DAY / 4;
    const start = flow.clock.now;
    const campaignId = await running({ name: 'Listed' });
    const redeemCode = await newCode(campaignId);
    const base = await newBase(campaignId);
    const creator = unique('creator');
    const creatorCode = done(await create(creator, base.code));
    const ids: string[] = [];
    for (const code of [redeemCode.code, creatorCode.code, redeemCode.code, redeemCode.code]) {
      ids.unshift(await claimOf(unique('user'), code));
      flow.clock.now += MINUTE;
    }
    const [fourth, third, second, first] = ids;
    expect(idsOf(await list(`campaign_id=${campaignId}`))).toEqual(ids);
    expect(idsOf(await list(`code=${redeemCode.code.toLowerCase()}`))).toEqual([fourth, third, first]);
    expect(idsOf(await list(`code_id=${base.code_id}`))).toEqual([second]);
    expect(idsOf(await list(`code=${base.code}&code_id=${redeemCode.code_id}`))).toEqual([]);
    expect(idsOf(await list('code=NO-SUCH-CODE'))).toEqual([]);
    const [shown] = (await list(`creator_id=${creator}`)).data;
    expect(shown).toMatchObject({
      redemption_id: second,
      code: creatorCode.code,
      code_type: 'referral',
      campaign_id: campaignId,
      campaign_name: 'Listed',
      creator_id: creator,
      linked: true,
      created_at: iso(start + MINUTE),
      released_at: null,
      report_status: null,
      remedies: [],
    });
    const time = `from=${iso(start + MINUTE)}&to=${iso(start + 3 * MINUTE)}`;
    expect(idsOf(await list(`campaign_id=${campaignId}&${time}`))).toEqual([third, second]);
    expect(idsOf(await list(time))).toEqual([third, second]);
    expect(idsOf(await list(`from=${iso(start + 30 * DAY)}`))).toEqual([]);
    expect(idsOf(await list(`to=${iso(start - 3000 * DAY)}`))).toEqual([]);

    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await list(`campaign_id=${campaignId}&limit=3${cursor}`);
      paged.push(...idsOf(page));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(ids);

    done(await release(third ?? ''));
    expect(idsOf(await list(`campaign_id=${campaignId}&released=true`))).toEqual([third]);
    expect(idsOf(await list(`campaign_id=${campaignId}&released=false`))).toEqual([fourth, second, first]);
    const { user_id } = (await list(`code_id=${base.code_id}`)).data[0] ?? {};
    expect(idsOf(await list(`user_id=${user_id}&released=false`))).toContain(second);
    expect(idsOf(await list(`user_id=${user_id}&released=true`))).not.toContain(second);
    expect(shape(await staff.call('listClaims', { query: { cursor: 'nonsense' } }))).toEqual(
      refusal(400, 'invalid_request'),
    );
    expect(shape(await staff.send('GET', `${CLAIMS}?released=perhaps`))).toEqual(refusal(400, 'invalid_request'));
  });
});
