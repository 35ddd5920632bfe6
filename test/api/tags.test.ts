import { expect, it } from 'vitest';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { onGame } from '../support/http/game-flow.ts';
import { addMember } from '../support/http/staff.ts';
import { done, pointersOf, refusal, shape } from '../support/http/test-client.ts';

onGame('tags', (flow) => {
  const { daemon, staff, unique, running, newCode, changeCode } = flow;
  const tagCampaign = (campaign_id: number, tags: string[]) =>
    staff.edit('changeCampaign', { params: { campaign_id }, body: { tags } });
  const codesWith = async (campaign_id: number, query: { tag: string; q?: string; sort?: 'name'; origin?: 'hand' }) =>
    done(await staff.call('listCodes', { params: { campaign_id }, query })).data.map(
      ({ code }: { code: string }) => code,
    );
  const lastEntry = async (entity: string, id: number) =>
    done(await staff.call('listAudit', { query: { entity, entity_id: String(id) } })).data[0];

  it('are stored in lower case, without repetitions, in order; the audit log contains each change', async () => {
    const campaignId = await running({ tags: [' Summer ', 'creators', 'SUMMER'] });
    const params = { campaign_id: campaignId };
    expect(done(await staff.call('getCampaign', { params })).tags).toEqual(['creators', 'summer']);
    const code = await newCode(campaignId, { tags: ['Größe'] });
    expect(code.tags).toEqual(['größe']);
    expect((await newCode(campaignId)).tags).toEqual([]);
    expect((await changeCode(code.code_id, { tags: ['b', 'a'] })).tags).toEqual(['a', 'b']);
    expect(await lastEntry('code', code.code_id)).toMatchObject({
      before: { tags: ['größe'] },
      after: { tags: ['a', 'b'] },
    });
    expect(done(await tagCampaign(campaignId, [])).tags).toEqual([]);
    expect(await lastEntry('campaign', campaignId)).toMatchObject({
      before: { tags: ['creators', 'summer'] },
      after: { tags: [] },
    });
  });

  it('have 1-40 characters without commas; an object has at most 10', async () => {
    const campaignId = await running({ tags: ['kept'] });
    const eleven = Array.from({ length: 11 }, (_, at) => `tag ${at}`);
    for (const tags of [[' '], ['a,b'], ['a\nb'], ['x'.repeat(41)], eleven]) {
      const refused = await tagCampaign(campaignId, tags);
      expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
      expect(pointersOf(refused)?.[0]).toMatch(/^\/tags/);
    }
    expect(done(await tagCampaign(campaignId, eleven.slice(1))).tags).toHaveLength(10);
  });

  it('filter campaigns, and are listed with the number of campaigns', async () => {
    const tag = unique('season');
    const [one, two, other] = [await running({ tags: [tag, 'x'] }), await running({ tags: [tag] }), await running()];
    const { data, total } = done(await staff.call('listCampaigns', { query: { tag: tag.toUpperCase() } }));
    expect(data.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([two, one]);
    expect(total).toBe(2);
    expect([one, two]).not.toContain(other);
    expect(done(await staff.call('listCampaignTags')).data).toContainEqual({ tag, count: 2 });
  });

  it('filter the codes of a campaign in every order and search, and are listed with the number of codes', async () => {
    const campaignId = await running();
    const elsewhere = await running();
    const [b, a] = [
      await newCode(campaignId, { name: 'B', tags: ['vip'] }),
      await newCode(campaignId, { name: 'A', tags: ['vip', 'discord'] }),
    ];
    await newCode(campaignId, { tags: ['vip account'] });
    await newCode(elsewhere, { tags: ['vip'] });
    expect(await codesWith(campaignId, { tag: 'VIP' })).toEqual([a.code, b.code]);
    expect(await codesWith(campaignId, { tag: 'vip', sort: 'name', origin: 'hand' })).toEqual([a.code, b.code]);
    expect(await codesWith(campaignId, { tag: 'vip', q: b.code })).toEqual([b.code]);
    expect(await codesWith(campaignId, { tag: 'discord' })).toEqual([a.code]);
    expect(await codesWith(campaignId, { tag: 'none' })).toEqual([]);
    const listed = await staff.call('listCodeTags', { params: { campaign_id: campaignId } });
    expect(done(listed).data).toEqual([
      { tag: 'discord', count: 1 },
      { tag: 'vip', count: 2 },
      { tag: 'vip account', count: 1 },
    ]);
    const missing = await staff.call('listCodeTags', { params: { campaign_id: 999_999 } });
    expect(shape(missing)).toEqual(refusal(404, 'not_found'));
  });

  it('of campaigns outside a person’s games are not listed for that person', async () => {
    const [own, other] = [unique('own'), unique('other')];
    await running({ tags: [own], games: ['alpha'] });
    await running({ tags: [other] });
    const limited = await addMember(daemon(), 'live_ops', ['alpha']);
    expect(done(await limited.ask.call('listCampaignTags')).data).toEqual([{ tag: own, count: 1 }]);
  });

  it('are in the exported file; an import sets the tags in the file, and a file without tags keeps the current ones', async () => {
    const campaignId = await running({ tags: ['season'] });
    const params = { campaign_id: campaignId };
    const code = await newCode(campaignId, { tags: ['vip'] });
    const plain = await newCode(campaignId);
    const job = done(
      await staff.call('generateCodes', {
        params,
        body: {
          count: 2,
          name: 'Bulk',
          root_url: 'https://game.example',
          rewards_json: '{}',
        },
      }),
    );
    await jobDone(staff, job.job_id);
    const tagOf = async (code_id: number) => done(await staff.call('getCode', { params: { code_id } })).tags;
    const bulk = done(await staff.call('listCodes', { params, query: { origin: 'batch' } })).data[0];
    await changeCode(bulk.code_id, { tags: ['lost'] });
    const file = done(await staff.call('exportCampaign', { params, query: { bulk: 'true' } }));
    expect(file.campaign.tags).toEqual(['season']);
    expect(file.codes.map(({ tags }: { tags?: string[] }) => tags)).toEqual([['vip'], undefined]);
    const importFile = async (body: typeof file) => {
      const { version } = done(await staff.call('getCampaign', { params }));
      const query = { campaign_id: String(campaignId), version: String(version) };
      return done(await staff.call('importCampaign', { query, body }));
    };
    done(await tagCampaign(campaignId, ['changed']));
    await changeCode(code.code_id, { tags: ['changed'] });
    await changeCode(plain.code_id, { tags: ['later'] });
    await changeCode(bulk.code_id, { tags: [] });
    await importFile(file);
    expect(done(await staff.call('getCampaign', { params })).tags).toEqual(['season']);
    expect(await tagOf(code.code_id)).toEqual(['vip']);
    expect(await tagOf(plain.code_id)).toEqual(['later']);
    expect(await tagOf(bulk.code_id)).toEqual(['lost']);
    const { tags: _, ...untagged } = file.campaign;
    await importFile({
      ...file,
      campaign: untagged,
      codes: file.codes.map(({ tags, ...rest }: { tags?: string[] }) => rest),
    });
    expect(done(await staff.call('getCampaign', { params })).tags).toEqual(['season']);
    expect(await tagOf(code.code_id)).toEqual(['vip']);
    // The codes of a batch keep their tags when they are created again, for example on another server.
    const copy = structuredClone(file);
    copy.campaign.name = 'Copy';
    for (const entry of copy.codes) entry.code = `${entry.code}_COPY`;
    for (const batch of copy.batches)
      batch.values = batch.values.map((value: string | { code: string }) =>
        typeof value === 'string' ? `${value}C` : { ...value, code: `${value.code}C` },
      );
    const made = done(await staff.call('importCampaign', { query: {}, body: copy }));
    for (const id of made.job_ids) await jobDone(staff, id);
    expect(await codesWith(made.campaign.campaign_id, { tag: 'lost' })).toEqual([`${bulk.code}C`]);
    expect(await codesWith(made.campaign.campaign_id, { tag: 'vip' })).toEqual([`${code.code}_COPY`]);
  });
});
