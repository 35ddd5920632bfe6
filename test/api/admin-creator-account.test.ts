import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEarner, playerPays, withEarnings } from '../support/http/earnings.ts';
import { addMember, type Member } from '../support/http/staff.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

describe.each(STORY_DATABASES)('the account of a creator on %s', (database) => {
  let daemon: TestDaemon;
  let finance: Member;
  let liveOps: Member;
  let moderator: Member;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    finance = await addMember(daemon, 'finance');
    liveOps = await addMember(daemon, 'live_ops');
    moderator = await addMember(daemon, 'moderator');
    await withEarnings(daemon, [
      { creator: 'ann', amount: 250, name: 'Ann', method: 'paypal', address: 'ann@pay.test' },
      { creator: 'ben', amount: 20 },
    ]);
  });
  afterAll(() => daemon?.close());
  const ann = { params: { creator_id: 'ann' } };

  it('shows the state of a tax form to finance and the owner, and never contains a tax number', async () => {
    const change = (ask: Member['ask'], tax_form: { status: string; expires_at: string | null } | null) =>
      ask.edit('changeCreator', { ...ann, body: { tax_form } });
    const form = { status: 'received', expires_at: '2027-12-31T23:00:00.000Z' };
    expect(done(await change(finance.ask, form)).tax_form).toEqual(form);
    expect(done(await daemon.owner.call('getCreator', ann)).tax_form).toEqual(form);
    expect(done(await liveOps.ask.call('getCreator', ann)).tax_form).toBeNull();
    expect(shape(await change(liveOps.ask, null))).toEqual(refusal(403, 'forbidden'));
    for (const status of ['123-45-6789', 'W-8 received', '', 'x'.repeat(51)])
      expect((await change(finance.ask, { ...form, status })).status).toBe(400);
    // An import of the creator does not change the tax form.
    done(await daemon.owner.call('importCreators', { body: { csv: 'creator_id,display_name\nann,Ann B\n' } }));
    expect(done(await daemon.owner.call('getCreator', ann)).tax_form).toEqual(form);
    expect(done(await change(finance.ask, null)).tax_form).toBeNull();
    const { data } = done(await daemon.owner.call('listAudit', { query: { entity: 'creator', entity_id: 'ann' } }));
    expect(data[0]).toMatchObject({ before: { tax_form_status: 'received' }, after: { tax_form_status: null } });
    done(await daemon.owner.edit('changeCreator', { ...ann, body: { display_name: 'Ann' } }));
  });

  it('shows the payout address only to finance and the owner', async () => {
    for (const { ask } of [liveOps, moderator]) {
      const hidden = { payout_address: null, payout_method: 'paypal', has_payout_details: true };
      expect(done(await ask.call('getCreator', ann))).toMatchObject(hidden);
      expect(done(await ask.call('listCreators', { query: { q: 'ann' } })).data).toMatchObject([hidden]);
      expect(shape(await ask.call('listStatementsOfCreator', ann))).toEqual(refusal(403, 'forbidden'));
      expect(shape(await ask.call('listPayoutDetailChanges', ann))).toEqual(refusal(403, 'forbidden'));
    }
    for (const ask of [finance.ask, daemon.owner])
      expect(done(await ask.call('getCreator', ann))).toMatchObject({ payout_address: 'ann@pay.test' });
    // The response to an edit conflict contains the creator, too.
    const body = { display_name: 'Other', version: 999 };
    const conflict = await liveOps.ask.call('changeCreator', { ...ann, body });
    expect(conflict.body).toMatchObject({ code: 'edit_conflict', current: { payout_address: null } });
  });

  it('lets only finance and the owner change payout details, directly or with an import', async () => {
    for (const body of [
      { payout_method: 'wise' },
      { payout_address: 'mine' },
      { payout_name: 'Me' },
      { payout_hold: 'no' },
    ])
      expect(shape(await liveOps.ask.edit('changeCreator', { ...ann, body }))).toEqual(refusal(403, 'forbidden'));
    const csv = 'creator_id,display_name,payout_address\nann,Ann,mine\n';
    expect(shape(await liveOps.ask.call('importCreators', { body: { csv } }))).toMatchObject({ status: 403 });
    expect(done(await finance.ask.call('getCreator', ann))).toMatchObject({ payout_address: 'ann@pay.test' });
    const blank = 'creator_id,display_name,payout_address\nann,Ann,\n';
    expect(done(await liveOps.ask.call('importCreators', { body: { csv: blank } }))).toMatchObject({ unchanged: 1 });
    done(await liveOps.ask.edit('changeCreator', { ...ann, body: { email: 'ann@mail.test' } }));
  });

  it('shows the codes with their figures, and the commission so far', async () => {
    for (const { ask } of [finance, liveOps, moderator]) {
      const codes = done(await ask.call('listCodesOfCreator', ann));
      expect(codes).toMatchObject({ total: 1, total_commission: { amount: '25.00' } });
      expect(codes.data).toMatchObject([
        {
          campaign_name: 'Running',
          status: 'approved',
          number_of_claims: 1,
          total_revenue: { amount: '250.00' },
          commission_tier: 10,
          commission: { amount: '25.00' },
        },
      ]);
    }
    const unknown = { params: { creator_id: 'unknown' } };
    expect(shape(await finance.ask.call('listCodesOfCreator', unknown))).toEqual(refusal(404, 'not_found'));
  });

  it('shows the statements, and who changed the payout details', async () => {
    const run = done(await finance.ask.call('createPayoutRun', { body: { kind: 'manual' } }));
    done(await finance.ask.edit('changeCreator', { ...ann, body: { payout_address: 'ann@new.test' } }));
    done(await finance.ask.edit('changeCreator', { ...ann, body: { payout_hold: 'Bank asks' } }));
    done(await finance.ask.edit('changeCreator', { ...ann, body: { display_name: 'Ann B' } }));
    const { data, total } = done(await finance.ask.call('listStatementsOfCreator', ann));
    expect(total).toBe(1);
    expect(data).toMatchObject([
      { payable: { amount: '25.00' }, payout_address: 'ann@pay.test', run: { run_id: run.run_id, status: 'draft' } },
    ]);
    const changes = done(await finance.ask.call('listPayoutDetailChanges', ann)).data;
    expect(changes.slice(0, 2)).toMatchObject([
      { changes: [{ field: 'payout_hold', before: null, after: 'Bank asks' }] },
      {
        staff_name: expect.stringMatching(/^Member/),
        changes: [{ field: 'payout_address', before: 'ann@pay.test', after: 'ann@new.test' }],
      },
    ]);
    expect(changes).toHaveLength(3);
  });

  it('keeps the account holder until the payout address changes', async () => {
    const change = async (body: object) => done(await finance.ask.edit('changeCreator', { ...ann, body }));
    expect(await change({ payout_name: 'Ann Miller' })).toMatchObject({ payout_name: 'Ann Miller' });
    expect(done(await liveOps.ask.call('getCreator', ann))).toMatchObject({ payout_name: null });
    expect(await change({ payout_address: 'b@new.test', payout_name: 'Bea' })).toMatchObject({ payout_name: 'Bea' });
    expect(await change({ payout_address: 'c@new.test' })).toMatchObject({ payout_name: null });
    const [last] = done(await finance.ask.call('listPayoutDetailChanges', ann)).data;
    expect(last?.changes).toContainEqual({ field: 'payout_name', before: 'Bea', after: null });
  });

  it('can be found by whether it has payout details, and by whether it is frozen', async () => {
    const found = async (query: object) =>
      done(await daemon.owner.call('listCreators', { query: { sort: 'creator_id', ...query } })).data.map(
        (row: { creator_id: string }) => row.creator_id,
      );
    done(await finance.ask.edit('changeCreator', { ...ann, body: { payout_hold: 'The bank is asking again' } }));
    expect(await found({ has_payout_details: 'true' })).toEqual(['ann']);
    expect(await found({ has_payout_details: 'false' })).toEqual(['ben']);
    expect(await found({ on_hold: 'true' })).toEqual(['ann']);
    expect(await found({ on_hold: 'false' })).toEqual(['ben']);
  });

  it('shows the total commission from all campaigns', async () => {
    const [first] = done(await daemon.owner.call('listCodesOfCreator', ann)).data;
    const { user } = await addEarner(daemon, 'cid', first.base_code, 'fan_of_cid');
    await playerPays(daemon, user, 10);
    const { campaignId } = await withEarnings(daemon, [{ creator: 'dan', amount: 1 }]);
    const [second] = done(await daemon.owner.call('listCodes', { params: { campaign_id: campaignId } })).data;
    await addEarner(daemon, 'cid', second.code, 'fan_of_cid');
    await playerPays(daemon, user, 10);
    const codes = done(await daemon.owner.call('listCodesOfCreator', { params: { creator_id: 'cid' } }));
    expect(codes).toMatchObject({ total: 2, total_commission: { amount: '2.00' } });
  });
});
