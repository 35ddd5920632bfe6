import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, addCreatorCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { type BodyFor, bearer, done, pointersOf, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const REWARDS = '{"b":1.10,  "a":[12345678901234567890], "a":"ä"}';

/** One server imports the files that another exports. */
describe.each(STORY_DATABASES)('a campaign file on %s', (database) => {
  let staging: TestDaemon;
  let production: TestDaemon;
  beforeAll(async () => {
    [staging, production] = [await startTestDaemon({ database }), await startTestDaemon({ database })];
  });
  afterAll(async () => {
    await staging?.close();
    await production?.close();
  });

  let serial = 0;
  const unique = (name: string) => `${name}-${++serial}`;
  const exported = async (daemon: TestDaemon, campaign_id: number, bulk = false) =>
    done(await daemon.owner.call('exportCampaign', { params: { campaign_id }, query: bulk ? { bulk: 'true' } : {} }));
  /** Imports a file, even one that does not fit the contract. */
  const imports = (daemon: TestDaemon, file: object, query: Record<string, string> = {}) =>
    daemon.owner.call('importCampaign', { body: file as BodyFor<'importCampaign'>, query });
  /** Returns the query that names the campaign to change and its current version. */
  const into = async (daemon: TestDaemon, campaign_id: number) => {
    const { version } = done(await daemon.owner.call('getCampaign', { params: { campaign_id } }));
    return { campaign_id: String(campaign_id), version: String(version) };
  };
  const codesIn = async (daemon: TestDaemon, campaign_id: number) =>
    done(await daemon.owner.call('listCodes', { params: { campaign_id }, query: { page_size: 100, sort: 'code' } }));
  const campaigns = async (daemon: TestDaemon) => done(await daemon.owner.call('listCampaigns')).total;
  /** Creates a campaign with a code of each type, and exports it. */
  const prepared = async () => {
    const name = unique('Spring');
    const campaignId = await runningCampaign(staging, { name, notes: 'For the launch.' });
    const gift = await addCode(staging, campaignId, unique('Gift'), { rewards_json: REWARDS, usage_limit: 5 });
    const base = await addCode(staging, campaignId, unique('BASE'), {
      ...{ use_as_referral: 'Y', creator_usage_limit: 7, active: 'N' },
    });
    return { name, campaignId, gift, base, file: await exported(staging, campaignId) };
  };

  it('contains the campaign, its tiers and main codes, and nothing specific to its server', async () => {
    const { name, campaignId, gift, base, file } = await prepared();
    done(await staging.owner.edit('changeCode', { params: { code_id: base.code_id }, body: { active: 'Y' } }));
    await addCreatorCode(staging, unique('creator'), base.code);
    done(await staging.server.call('redeem', { body: { user_id: unique('user'), code: gift.code } }));
    done(await staging.owner.edit('changeCode', { params: { code_id: base.code_id }, body: { active: 'N' } }));
    expect(await exported(staging, campaignId)).toEqual(file);
    const shared = { root_url: expect.any(String), name: expect.any(String) };
    expect(file).toEqual({
      ...{ format: 'redeemd-campaign', version: 1, batches: [] },
      campaign: {
        ...{ name, notes: 'For the launch.', currency: 'USD' },
        ...{ starts_at: '2020-01-01T00:00:00.000Z', ends_at: '2100-01-01T00:00:00.000Z' },
        commission_tiers: [{ min_revenue: 0, percent: expect.any(Number) }],
      },
      codes: [
        {
          ...{ code: gift.code, active: 'Y', use_as_referral: 'N', usage_limit: 5, creator_usage_limit: null },
          ...{ ...shared, rewards_json: REWARDS },
        },
        {
          ...{ code: base.code, active: 'N', use_as_referral: 'Y', usage_limit: null, creator_usage_limit: 7 },
          ...{ ...shared, rewards_json: expect.any(String) },
        },
      ],
    });
    const gone = await staging.owner.call('exportCampaign', { params: { campaign_id: 999_999 } });
    expect(shape(gone)).toEqual(refusal(404, 'not_found'));
  });

  it('is previewed, then becomes a draft with the same content, and a second import changes nothing', async () => {
    const { name, gift, base, file } = await prepared();
    const before = await campaigns(production);
    const preview = done(await imports(production, file, { dry_run: 'true' }));
    expect(preview).toMatchObject({
      ...{ dry_run: true, new: 2, changed: 0, unchanged: 0, refused: [], refused_total: 0, left_off: 0, job_ids: [] },
      campaign: { action: 'create', campaign_id: null, name, status: 'draft', changes: {} },
      rows: [gift, base].map(({ code }) => ({ code, outcome: 'new', changes: null, detail: null })),
    });
    expect(await campaigns(production)).toBe(before);
    const made = done(await imports(production, file));
    const { dry_run: _, campaign: __, ...same } = preview;
    expect(made).toMatchObject({ ...same, dry_run: false, campaign: { action: 'create', status: 'draft' } });
    expect(await exported(production, made.campaign.campaign_id)).toEqual(file);
    const { status } = done(
      await production.owner.call('getCampaign', { params: { campaign_id: made.campaign.campaign_id } }),
    );
    expect(status).toBe('draft');
    const target = await into(production, made.campaign.campaign_id);
    const again = done(await imports(production, file, target));
    expect(again).toMatchObject({
      ...{ new: 0, changed: 0, unchanged: 2 },
      campaign: { action: 'unchanged', campaign_id: made.campaign.campaign_id, version: Number(target.version) },
    });
    expect(await campaigns(production)).toBe(before + 1);
  });

  it('lists each change of a running campaign, applies it immediately, and leaves other codes unchanged', async () => {
    const { gift, base, file } = await prepared();
    const { campaign } = done(await imports(production, file));
    const id = campaign.campaign_id;
    done(await production.owner.call('publishCampaign', { params: { campaign_id: id } }));
    const own = await addCode(production, id, unique('OWN'));
    done(await production.server.call('redeem', { body: { user_id: unique('user'), code: gift.code } }));
    const renamed = unique('Renamed');
    const [first, second] = file.codes;
    const edited = {
      ...file,
      campaign: { ...file.campaign, name: renamed },
      codes: [{ ...first, usage_limit: 1, rewards_json: '{"gold":5}' }, second, { ...first, code: unique('MORE') }],
    };
    const changes = { usage_limit: { from: 5, to: 1 }, rewards_json: { from: REWARDS, to: '{"gold":5}' } };
    const expected = {
      ...{ new: 1, changed: 1, unchanged: 1, refused_total: 0 },
      campaign: {
        ...{ action: 'change', campaign_id: id, name: renamed, status: 'active' },
        changes: { name: { from: file.campaign.name, to: renamed } },
      },
      rows: [
        { code: gift.code, outcome: 'changed', changes },
        { outcome: 'new' },
        { code: base.code, outcome: 'unchanged' },
      ],
    };
    const target = await into(production, id);
    const preview = done(await imports(production, edited, { ...target, dry_run: 'true' }));
    expect(preview).toMatchObject(expected);
    expect(await exported(production, id)).toMatchObject({ campaign: file.campaign });
    const after = done(await imports(production, edited, { ...target, preview: preview.preview }));
    expect(after).toMatchObject(expected);
    expect(await into(production, id)).toMatchObject({ version: String(after.campaign.version) });
    expect(after.campaign.version).toBe(preview.campaign.version + 1);
    const { data } = await codesIn(production, id);
    expect(data).toHaveLength(4);
    expect(data.find((row: { code: string }) => row.code === own.code)).toMatchObject({
      rewards_json: own.rewards_json,
    });
    // The new limit counts the earlier claim.
    const late = await production.server.call('redeem', { body: { user_id: unique('user'), code: gift.code } });
    expect(shape(late)).toEqual(refusal(400, 'limit_reached'));
    const [entry] = done(await production.owner.call('listAudit')).data;
    expect(entry).toMatchObject({
      ...{ action: 'campaign.import', entity: 'campaign', entity_id: String(id) },
      before: { name: file.campaign.name, codes: [{ code: gift.code, usage_limit: 5 }] },
      after: { name: renamed, codes: [{ code: gift.code, usage_limit: 1 }], added: 1 },
    });
  });

  it('is refused as a whole, with every reason, if one of its codes is refused', async () => {
    const { gift, base, file } = await prepared();
    const other = await newCampaign(production, { name: 'Taken' });
    await addCode(production, other, gift.code);
    const elsewhere = await newCampaign(production, { name: 'Taken' });
    await addCode(production, elsewhere, base.code);
    const [first] = file.codes;
    const bad = {
      ...file,
      codes: [
        ...file.codes,
        { ...first, code: 'no good' },
        { ...first, code: unique('DOUBLE') },
        { ...first, code: `double-${serial}` },
        { ...first, code: unique('FINE'), creator_usage_limit: 3 },
      ],
    };
    const before = await campaigns(production);
    const preview = done(await imports(production, bad, { dry_run: 'true' }));
    expect(preview.refused).toEqual([
      { pointer: '/codes/0', code: gift.code, detail: `campaign ${other} (“Taken”) has this code` },
      { pointer: '/codes/1', code: base.code, detail: `campaign ${elsewhere} (“Taken”) has this code` },
      { pointer: '/codes/2', code: 'no good', detail: 'a code must have 3-64 characters of A-Z 0-9 _ -' },
      { pointer: '/codes/4', code: expect.any(String), detail: '/codes/3 already has this code' },
      { pointer: '/codes/5', code: expect.any(String), detail: 'only a referral code can limit its creator codes' },
    ]);
    const holder = { name: 'Taken', status: 'draft', version: 1, codes: 1 };
    const held_by = [
      { campaign_id: other, ...holder },
      { campaign_id: elsewhere, ...holder },
    ];
    expect(preview).toMatchObject({ refused_total: 5, new: 1, held_by, campaign: { action: 'create' } });
    const refused = await imports(production, bad);
    expect(shape(refused)).toEqual(refusal(409, 'code_taken'));
    expect(refused.body).toMatchObject({ held_by });
    expect(pointersOf(refused)).toEqual(preview.refused.map((row: { pointer: string }) => row.pointer));
    const only = { ...file, codes: bad.codes.slice(2) };
    expect(shape(await imports(production, only))).toEqual(refusal(409, 'import_refused'));
    expect(await campaigns(production)).toBe(before);
    expect((await codesIn(production, other)).total).toBe(1);
  });

  it('changes the named campaign; is refused for an archived campaign, another currency or invalid content', async () => {
    const { name, file } = await prepared();
    // An import changes a campaign with the same name only if the caller gives the campaign's ID.
    const twin = await newCampaign(production, { name });
    expect(done(await imports(production, file, { dry_run: 'true' })).campaign).toMatchObject({ action: 'create' });
    const named = done(await imports(production, file, await into(production, twin)));
    expect(named.campaign).toMatchObject({ action: 'change', campaign_id: twin });
    expect((await codesIn(production, twin)).total).toBe(2);
    const nowhere = { campaign_id: '999999', version: '1' };
    expect(shape(await imports(production, file, nowhere))).toEqual(refusal(404, 'not_found'));
    const yen = { ...file, campaign: { ...file.campaign, currency: 'JPY' } };
    expect(pointersOf(await imports(production, yen, await into(production, twin)))).toEqual(['/campaign/currency']);
    done(await production.owner.call('archiveCampaign', { params: { campaign_id: twin } }));
    expect(pointersOf(await imports(production, file, await into(production, twin)))).toEqual(['/campaign']);
    for (const odd of [
      { ...file, format: 'other' },
      { ...file, version: 2 },
      { ...file, more: 1 },
      { ...file, campaign: { ...file.campaign, ends_at: file.campaign.starts_at } },
      { ...file, codes: [{ ...file.codes[0], rewards_json: '[1]' }] },
    ])
      expect(shape(await imports(production, odd))).toEqual(refusal(400, 'invalid_request'));
    const viewer = await addMember(production, 'viewer');
    expect((await viewer.ask.call('importCampaign', { body: file })).status).toBe(403);
  });

  it('includes the codes of batches on request, each with any fields in which it differs from its batch', async () => {
    const { campaignId, file } = await prepared();
    const params = { campaign_id: campaignId };
    const wish = { name: 'Bulk', root_url: 'https://game.example/', rewards_json: REWARDS, count: 1200 };
    done(await staging.owner.call('generateCodes', { params, body: wish }));
    const [one, two] = [unique('CSV'), unique('CSV')];
    const csv = `code,name,usage_limit\r\n${one},,\r\n${two},Other,3\r\n`;
    const shared = { name: 'Listed', root_url: 'https://game.example/', rewards_json: '{}', active: 'N' as const };
    done(await staging.owner.call('importCodes', { params, body: { ...shared, csv } }));
    await allDone(staging, campaignId);
    expect(await exported(staging, campaignId)).toEqual(file);
    const whole = await exported(staging, campaignId, true);
    expect(whole.codes).toEqual(file.codes);
    expect(whole.batches[0]).toMatchObject({ name: 'Bulk', active: 'Y', usage_limit: null, rewards_json: REWARDS });
    expect(new Set(whole.batches[0]?.values).size).toBe(1200);
    expect(whole.batches[1]).toEqual({
      ...{ ...shared, usage_limit: null },
      values: [one, { code: two, name: 'Other', usage_limit: 3 }],
    });
    const made = done(await imports(production, whole));
    expect(made).toMatchObject({ new: 1204, left_off: 1004 });
    expect(made.job_ids).toHaveLength(2);
    await allDone(production, made.campaign.campaign_id);
    // A bulk job can create its codes in any order.
    const brought = await exported(production, made.campaign.campaign_id, true);
    expect(brought.batches[0]?.values.sort()).toEqual(whole.batches[0]?.values.sort());
    expect(brought).toEqual(whole);
    const again = await imports(production, whole, await into(production, made.campaign.campaign_id));
    expect(done(again)).toMatchObject({ new: 0, unchanged: 1204, job_ids: [] });
  });

  it('can contain a code without a limit in a batch that has a limit', async () => {
    const { file } = await prepared();
    const shared = { name: 'Listed', root_url: 'https://game.example/', rewards_json: '{}', active: 'Y' };
    const values = [
      unique('ONE'),
      { code: unique('FREE'), usage_limit: null },
      { code: unique('TWO'), usage_limit: 2 },
    ];
    const whole = { ...file, batches: [{ ...shared, usage_limit: 1, values }] };
    const { campaign } = done(await imports(production, whole));
    await allDone(production, campaign.campaign_id);
    const limits = (await codesIn(production, campaign.campaign_id)).data.map(
      (row: { code: string; usage_limit: number | null }) => [row.code.split('-')[0], row.usage_limit],
    );
    expect(Object.fromEntries(limits)).toMatchObject({ ONE: 1, FREE: null, TWO: 2 });
    const again = await imports(production, whole, await into(production, campaign.campaign_id));
    expect(done(again)).toMatchObject({ new: 0, changed: 0, unchanged: 5, job_ids: [] });
  });

  const allDone = (daemon: TestDaemon, campaign_id: number) =>
    until('the jobs', async () => {
      const { data } = done(await daemon.owner.call('listBulkJobs', { query: { campaign_id } }));
      return data.length > 0 && data.every((job: { status: string }) => job.status === 'done');
    });

  it('creates one campaign if it is imported several times simultaneously', async () => {
    const { file } = await prepared();
    const before = await campaigns(production);
    const tries = await Promise.all(Array.from({ length: 4 }, () => imports(production, file)));
    for (const { status } of tries) expect([200, 409]).toContain(status);
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await campaigns(production)).toBe(before + 1);
  });

  it('is refused if it has changed since its preview, or if one of its codes is now taken', async () => {
    const { gift, file } = await prepared();
    const { preview } = done(await imports(production, file, { dry_run: 'true' }));
    const conflict = await imports(production, { ...file, codes: [] }, { preview });
    expect(shape(conflict)).toEqual(refusal(409, 'edit_conflict'));
    expect(conflict.body).not.toHaveProperty('current');
    const other = await newCampaign(production);
    await addCode(production, other, gift.code);
    const late = await imports(production, file, { preview });
    expect(shape(late)).toEqual(refusal(409, 'code_taken'));
    expect(late.body).toMatchObject({ held_by: [{ campaign_id: other }] });
  });

  it('does not change a campaign that the caller did not name, or that changed after the caller read it', async () => {
    const { gift, file } = await prepared();
    const { campaign_id } = done(await imports(production, file)).campaign;
    const params = { campaign_id };
    done(await production.owner.call('publishCampaign', { params }));
    const renamed = { ...file, campaign: { ...file.campaign, name: unique('Renamed') } };
    const blind = await imports(production, renamed);
    expect(shape(blind)).toEqual(refusal(409, 'code_taken'));
    expect(blind.body).toMatchObject({
      held_by: [{ campaign_id, name: file.campaign.name, status: 'active', codes: 2 }],
    });
    const id = String(campaign_id);
    expect(pointersOf(await imports(production, renamed, { campaign_id: id }))).toEqual(['#/query/version']);
    expect(pointersOf(await imports(production, renamed, { version: '1' }))).toEqual(['#/query/campaign_id']);

    const read = await into(production, campaign_id);
    done(await production.owner.edit('changeCampaign', { params, body: { notes: 'A colleague was here.' } }));
    for (const query of [read, { ...read, dry_run: 'true' }]) {
      const late = await imports(production, renamed, query);
      expect(shape(late)).toEqual(refusal(409, 'edit_conflict'));
      expect(late.body).toMatchObject({ current: { campaign_id, notes: 'A colleague was here.' } });
    }

    // Codes have their own versions, so only the preview shows that they were edited.
    const target = await into(production, campaign_id);
    const { preview } = done(await imports(production, renamed, { ...target, dry_run: 'true' }));
    const { data } = await codesIn(production, campaign_id);
    const { code_id } = data.find((row: { code: string }) => row.code === gift.code);
    done(await production.owner.edit('changeCode', { params: { code_id }, body: { usage_limit: 6 } }));
    expect(shape(await imports(production, renamed, { ...target, preview }))).toEqual(refusal(409, 'edit_conflict'));
    expect(await exported(production, campaign_id)).toMatchObject({ campaign: { name: file.campaign.name } });
    const seen = done(await imports(production, renamed, { ...target, dry_run: 'true' }));
    expect(done(await imports(production, renamed, { ...target, preview: seen.preview })).changed).toBe(1);
  });

  it('can be larger than other bodies, but only if staff send it', async () => {
    const { file } = await prepared();
    const values = Array.from({ length: 60_000 }, (_, at) => `LARGE-${serial}-${String(at).padStart(20, '0')}`);
    const batch = {
      name: 'Large',
      root_url: 'https://game.example/',
      usage_limit: null,
      active: 'Y',
      rewards_json: '{}',
    };
    const body = JSON.stringify({ ...file, batches: [{ ...batch, values }] });
    expect(body.length).toBeGreaterThan(1_048_576);
    const post = (headers: Record<string, string>, text = body) =>
      fetch(`${production.url}/v1/admin/campaigns/import?dry_run=true`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: text,
      });
    const answer = await post(bearer(production.ownerToken));
    expect(await answer.json()).toMatchObject({ new: 60_002, refused_total: 0 });
    const stranger = await post({}).then(
      (response) => response.status,
      // The daemon may close the connection before the whole body has arrived.
      () => 401,
    );
    expect(stranger).toBe(401);
    const over = await post(bearer(production.ownerToken), ' '.repeat(16_777_217));
    expect(await over.json()).toMatchObject({ code: 'body_too_large', detail: 'The body is larger than 16 MiB.' });
  });
});
