import { beforeAll, expect, it } from 'vitest';
import { onGame } from '../support/http/game-flow.ts';
import { payoutsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { bearer, done, refusal, shape, testClient } from '../support/http/test-client.ts';

const OLD = { method: 'wise', address: 'old@mail.example', name: null };
const NEW = { method: 'paypal', address: 'new@mail.example', name: 'Mary Miller' };

onGame('payout details that creators enter', (flow) => {
  const { daemon, staff, game, running, changeCreator } = flow;
  const { join, earn, run, statementOf } = payoutsOf(flow);

  // Run the jobs that are due at the start, so that they do not interfere later.
  beforeAll(() => daemon().runDueJobs());

  /** Adds a creator whose payout details staff entered, and opens the creator's page. */
  const creatorWith = async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await changeCreator(creator, { payout_method: OLD.method, payout_address: OLD.address });
    await earn(user, 60);
    const params = { creator_id: creator };
    const { url } = done(await game.call('createCreatorLink', { params }));
    const body = { token: url.split('#link=')[1] ?? '' };
    const { token } = done(await testClient(daemon().url).call('openCreatorPage', { body }));
    const page = testClient(daemon().url, bearer(token ?? ''));
    const request = (details = NEW) => page.call('requestOwnPayoutDetails', { body: details });
    const waiting = async () =>
      done(await staff.call('listPayoutDetailRequests', { query: { creator_id: creator, status: 'pending' } })).data;
    const payTo = async () => {
      const { run_id } = await run({ campaign_id: campaignId });
      const { payout_method, payout_address } = await statementOf(run_id, creator);
      done(await staff.call('voidPayoutRun', { params: { run_id }, body: { reason: 'Created by mistake' } }));
      return [payout_method, payout_address];
    };
    return { creator, page, request, waiting, payTo };
  };
  const approve = (request_id: number) => staff.call('approvePayoutDetails', { params: { request_id } });

  it('apply once finance has approved them, with the old and the new values on record', async () => {
    const { creator, page, request, waiting, payTo } = await creatorWith();
    const asked = done(await request());
    expect(asked).toMatchObject({ approved: OLD, request: { status: 'pending', requested: NEW, decided_at: null } });
    expect(await payTo()).toEqual([OLD.method, OLD.address]);
    const finance = await addMember(daemon(), 'finance');
    expect(done(await finance.ask.call('dashboard')).to_do.payout_details).toMatchObject([{ creator_id: creator }]);
    const [row] = await waiting();
    expect(row).toMatchObject({ creator_id: creator, requested: NEW, before: OLD, decided_by: null });
    const decided = done(
      await finance.ask.call('approvePayoutDetails', { params: { request_id: row?.request_id ?? 0 } }),
    );
    expect(decided).toMatchObject({
      ...{ status: 'approved', requested: NEW, before: OLD, reason: null },
      decided_by: { staff_id: finance.staff_id, name: expect.any(String) },
    });
    expect(done(await page.call('getOwnPayoutDetails'))).toEqual({ approved: NEW, request: null });
    expect(await payTo()).toEqual([NEW.method, NEW.address]);
    const { data } = done(await staff.call('listPayoutDetailChanges', { params: { creator_id: creator } }));
    expect(data[0]?.changes).toContainEqual({ field: 'payout_address', before: OLD.address, after: NEW.address });
    expect(shape(await approve(row?.request_id ?? 0))).toEqual(refusal(400, 'invalid_status_move'));
    // Staff enter another payout address, whose account holder is not known.
    await changeCreator(creator, { payout_address: 'staff@mail.example' });
    expect(done(await page.call('getOwnPayoutDetails')).approved).toMatchObject({ name: null });
  });

  it('can be rejected with a reason, which the creator sees until they enter new details', async () => {
    const { page, request, waiting, payTo } = await creatorWith();
    done(await request());
    const [row] = await waiting();
    const params = { request_id: row?.request_id ?? 0 };
    const reason = 'The account belongs to another person';
    done(await staff.call('rejectPayoutDetails', { params, body: { reason } }));
    const { approved, request: rejected } = done(await page.call('getOwnPayoutDetails'));
    expect([approved, rejected]).toMatchObject([OLD, { status: 'rejected', reason }]);
    expect(await payTo()).toEqual([OLD.method, OLD.address]);
    expect(done(await request())).toMatchObject({ request: { status: 'pending', reason: null } });
  });

  it('are decided once; newer ones replace waiting ones, and no one can approve details that they have not seen', async () => {
    const { request, waiting, payTo } = await creatorWith();
    done(await request());
    const [seen] = await waiting();
    const other = { ...NEW, address: 'thief@mail.example' };
    await Promise.all(Array.from({ length: 5 }, () => request(other)));
    const [latest, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(shape(await approve(seen?.request_id ?? 0))).toEqual(refusal(400, 'invalid_status_move'));
    expect(await payTo()).toEqual([OLD.method, OLD.address]);
    const all = await Promise.all(Array.from({ length: 5 }, () => approve(latest?.request_id ?? 0)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(shape(await approve(987_654_321))).toEqual(refusal(404, 'not_found'));
  });

  it('cannot be entered in a frame or for another creator', async () => {
    const { creator, page, waiting } = await creatorWith();
    const { token } = done(await game.call('createCreatorEmbedToken', { params: { creator_id: creator } }));
    const frame = testClient(daemon().url, bearer(token));
    expect(done(await frame.call('getOwnPayoutDetails'))).toMatchObject({ approved: OLD });
    expect(shape(await frame.call('requestOwnPayoutDetails', { body: NEW }))).toEqual(refusal(403, 'forbidden'));
    const foreign = await page.send('POST', '/v1/creator/payout-details', { ...NEW, creator_id: 'other' });
    expect(foreign.status).toBe(400);
    expect(await waiting()).toEqual([]);
  });
});
