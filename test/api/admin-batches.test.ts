import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchChanged, jobDone, readCsv } from '../support/http/bulk-jobs.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done, queryOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const FIELDS = { name: 'Gifts', root_url: 'https://game.example/r', rewards_json: '{"gold":1}' };

describe.each(STORY_DATABASES)('batches on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let campaignId: number;
  let made: number;
  let imported: number;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
    campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'BY-HAND');
    const params = { campaign_id: campaignId };
    const body = { ...FIELDS, count: 1200, pattern: 'GIFT-##########' };
    made = done(await staff.call('generateCodes', { params, body })).job_id;
    await jobDone(staff, made);
    const csv = 'code,active\nOWN-1,\nOWN-2,\nOWN-3,N\n';
    imported = done(await staff.call('importCodes', { params, body: { csv, ...FIELDS } })).job_id;
    await jobDone(staff, imported);
  });
  afterAll(() => daemon?.close());

  const batch = async (batchId: number) => done(await staff.call('getBatch', { params: { batch_id: batchId } }));
  const change = (batchId: number, active: 'Y' | 'N') =>
    staff.call('changeBatch', { params: { batch_id: batchId }, body: { active } });
  const changed = (batchId: number) => batchChanged(staff, batchId);
  const redeem = (user_id: string, code: string) => daemon.server.call('redeem', { body: { user_id, code } });
  const audited = async () =>
    (await daemon.db.read(({ db, t }) => db.select().from(t.audit_log))).filter((row) => row.entity === 'batch');

  it('are listed newest first with their figures, whether generated or imported', async () => {
    for (const [user, code] of [
      ['ann', 'OWN-1'],
      ['ben', 'OWN-1'],
      ['ann', 'OWN-2'],
    ] as const)
      done(await redeem(user, code));
    const listed = done(await staff.call('listBatches', { params: { campaign_id: campaignId } }));
    expect(listed).toEqual({ data: [await batch(imported), await batch(made)], page: 1, page_size: 25, total: 2 });
    expect(listed.data[0]).toEqual({
      batch_id: imported,
      campaign_id: campaignId,
      kind: 'import',
      name: 'Gifts',
      pattern: null,
      status: 'done',
      error: null,
      count: 3,
      active: 'some',
      active_count: 2,
      switching: null,
      ...{ starts_at: null, ends_at: null, is_personal: false, recipient: null, conditions: null, changing: null },
      number_of_claims: 3,
      redeemed: 2,
      redeemed_share: 2 / 3,
      created_by: { staff_id: expect.any(Number), name: expect.any(String) },
      created_at: expect.any(String),
      finished_at: expect.any(String),
    });
    expect(listed.data[1]).toMatchObject({
      ...{ batch_id: made, kind: 'generate', pattern: 'GIFT-##########', count: 1200, active: 'Y' },
      ...{ active_count: 1200, number_of_claims: 0, redeemed: 0, redeemed_share: 0 },
    });
    const second = done(
      await staff.call('listBatches', { params: { campaign_id: campaignId }, query: queryOf('page=2&page_size=1') }),
    );
    expect(second).toMatchObject({ data: [{ batch_id: made }], total: 2 });
    const unknown = await staff.call('listBatches', { params: { campaign_id: 999_999 } });
    expect(shape(unknown)).toEqual(refusal(404, 'not_found'));
  });

  it('do not count a claim that support released', async () => {
    const unclaimed = await staff.call('listCodes', { params: { campaign_id: campaignId }, query: { q: 'GIFT-' } });
    for (const code of ['OWN-2', done(unclaimed).data[0]?.code ?? '']) {
      const { redemption_id } = done(await redeem('cid', code));
      done(await staff.call('releaseClaim', { params: { redemption_id }, body: { reason: 'By mistake.' } }));
    }
    expect(await batch(imported)).toMatchObject({ number_of_claims: 3, redeemed: 2 });
    expect(await batch(made)).toMatchObject({ number_of_claims: 0, redeemed: 0 });
  });

  it('are deactivated and activated as a whole, with one row in the audit log', async () => {
    const before = (await audited()).length;
    const off = await change(made, 'N');
    expect(shape(off)).toMatchObject({ status: 200, body: { batch_id: made, switching: { to: 'N', total: 1200 } } });
    expect(await changed(made)).toMatchObject({ active: 'N', active_count: 0, count: 1200 });
    const [, line = ''] = (await readCsv(daemon, made)).text.split('\r\n');
    const [code = ''] = line.split(',');
    expect(shape(await redeem('dan', code))).toEqual(refusal(400, 'code_inactive'));
    expect((await redeem('dan', 'BY-HAND')).status).toBe(200);
    const rows = await audited();
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject({ action: 'code.batch_switch', entity_id: String(made) });
    expect(JSON.parse(rows.at(-1)?.after ?? '')).toEqual({ active: 'N', codes: 1200 });
    // The batch already has this state, so nothing changes.
    expect((await change(made, 'N')).body).toMatchObject({ active: 'N', switching: null });
    expect(await audited()).toHaveLength(before + 1);
    done(await change(made, 'Y'));
    expect(await changed(made)).toMatchObject({ active: 'Y', active_count: 1200 });
    expect((await redeem('dan', code)).status).toBe(200);
  });

  it('can be given dates, a recipient and conditions, which can be removed again', async () => {
    const params = { batch_id: imported };
    const conditions = [{ attribute: 'level', is: 'at_least' as const, value: 20 }];
    const window = { starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2099-01-01T00:00:00.000Z', conditions };
    const begun = await staff.call('changeBatch', { params, body: { ...window, recipient: 'eve', active: 'N' } });
    expect(done(begun)).toMatchObject({
      ...{ ...window, recipient: 'eve', is_personal: true, switching: { to: 'N' } },
      changing: { fields: ['starts_at', 'ends_at', 'recipient', 'conditions'], done: 0, total: 3 },
    });
    await changed(imported);
    const query = { batch_id: String(imported) };
    const { data } = done(await staff.call('listCodes', { params: { campaign_id: campaignId }, query }));
    expect(data).toHaveLength(3);
    for (const code of data) expect(code).toMatchObject({ ...window, recipient: 'eve', active: 'N', version: 2 });
    expect((await audited()).at(-1)).toMatchObject({ action: 'code.batch_change', entity_id: String(imported) });
    expect(JSON.parse((await audited()).at(-1)?.after ?? '')).toEqual({
      ...{ ...window, recipient: 'set', active: 'N', codes: 3 },
    });

    const backwards = await staff.call('changeBatch', { params, body: { ends_at: window.starts_at } });
    expect(shape(backwards)).toEqual(refusal(400, 'invalid_request'));
    const none = { starts_at: null, ends_at: null, recipient: null, conditions: null };
    done(await staff.call('changeBatch', { params, body: { ...none, active: 'Y' } }));
    expect(await changed(imported)).toMatchObject({ ...none, is_personal: false, changing: null, active: 'Y' });
    done(await redeem('finn', 'OWN-3'));
  });

  it('end up in the state set by the later of two changes', async () => {
    done(await change(made, 'N'));
    done(await change(made, 'Y'));
    expect(await changed(made)).toMatchObject({ active: 'Y', active_count: 1200 });
    done(await change(imported, 'Y'));
    expect(await changed(imported)).toMatchObject({ active: 'Y', active_count: 3 });
  });

  it('can be exported again, with the same bytes', async () => {
    const { status, body, headers } = await staff.call('getBatchCsv', { params: { batch_id: imported } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(body).toBe((await readCsv(daemon, imported)).text);
  });

  it('cannot be changed if they do not exist or their job is not done', async () => {
    expect(shape(await change(999_999, 'N'))).toEqual(refusal(404, 'not_found'));
    expect(shape(await staff.call('getBatch', { params: { batch_id: 999_999 } }))).toEqual(refusal(404, 'not_found'));
    const body = { ...FIELDS, count: 5000 };
    const { job_id } = done(await staff.call('generateCodes', { params: { campaign_id: campaignId }, body }));
    expect(shape(await change(job_id, 'N'))).toEqual(refusal(409, 'job_not_done'));
    expect(await batch(job_id)).toMatchObject({ status: 'running' });
    await jobDone(staff, job_id);
    const wrong = await staff.send('PATCH', `/v1/admin/batches/${job_id}`, { active: true });
    expect(shape(wrong)).toEqual(refusal(400, 'invalid_request'));
  });
});
