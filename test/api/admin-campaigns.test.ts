import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CampaignMove, moveCampaign } from '../support/http/campaigns.ts';
import type { QueryFor } from '../support/http/test-client.ts';
import { iso, queryOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const START = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;

describe.each(['sqlite', 'postgres'] as const)('campaigns and codes on %s', (database) => {
  let now = START;
  let daemon: TestDaemon;
  let staff: TestClient;
  let game: TestClient;
  let serial = 0;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    staff = daemon.owner;
    game = daemon.server;
  });
  afterAll(() => daemon?.close());
  beforeEach(() => {
    now = START;
  });

  const unique = (name: string) => `${name}_${++serial}`;
  const newCampaign = async (change: object = {}) => {
    const fields = { name: unique('Spring'), starts_at: iso(START - HOUR), ends_at: iso(START + HOUR), ...change };
    const { status, body } = await staff.call('createCampaign', { body: fields });
    expect(status).toBe(201);
    return body;
  };
  const move = (id: number, to: CampaignMove) => moveCampaign(daemon, id, to);
  const codeFields = (change: object = {}) => ({
    code: unique('Code'),
    name: 'A code',
    root_url: 'https://game.example/redeem?lang=en#top',
    rewards_json: '{"gold": 1.10}',
    ...change,
  });
  const addCode = (campaignId: number, change: object = {}) =>
    staff.call('createCode', { params: { campaign_id: campaignId }, body: codeFields(change) });
  const redeem = (user_id: string, code: string) => game.call('redeem', { body: { user_id, code } });

  describe('campaigns', () => {
    it('begin as drafts and can be read again', async () => {
      const tiers = [{ min_revenue: 0, percent: 5 }];
      const made = await newCampaign({ commission_tiers: tiers, notes: 'hello' });
      expect(made).toMatchObject({ status: 'draft', commission_tiers: tiers, notes: 'hello', created_at: iso(START) });
      const read = await staff.call('getCampaign', { params: { campaign_id: made.campaign_id } });
      expect(shape(read)).toEqual({ status: 200, body: made });
      expect(shape(await staff.call('getCampaign', { params: { campaign_id: 999999 } }))).toEqual(
        refusal(404, 'not_found'),
      );
    });

    it('must end after they start', async () => {
      const fields = { name: 'x', starts_at: iso(START), ends_at: iso(START) };
      const refused = await staff.call('createCampaign', { body: fields });
      expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
      expect(refused.body.errors[0].pointer).toBe('/ends_at');
      const { campaign_id } = await newCampaign();
      const change = await staff.edit('changeCampaign', {
        params: { campaign_id },
        body: { ends_at: iso(START - 2 * HOUR) },
      });
      expect(shape(change)).toEqual(refusal(400, 'invalid_request'));
    });

    it('change status when they are published, paused, archived and restored', async () => {
      const { campaign_id } = await newCampaign();
      expect(shape(await move(campaign_id, 'pause'))).toEqual(refusal(400, 'invalid_status_move'));
      expect((await move(campaign_id, 'publish')).body.status).toBe('active');
      expect(shape(await move(campaign_id, 'publish'))).toEqual(refusal(400, 'invalid_status_move'));
      expect((await move(campaign_id, 'pause')).body.status).toBe('paused');
      expect((await move(campaign_id, 'publish')).body.status).toBe('active');
      expect((await move(campaign_id, 'archive')).body.status).toBe('archived');
      for (const to of ['publish', 'pause', 'archive'] as const)
        expect(shape(await move(campaign_id, to))).toEqual(refusal(400, 'invalid_status_move'));
      expect((await move(campaign_id, 'restore')).body.status).toBe('paused');
      expect(shape(await move(campaign_id, 'restore'))).toEqual(refusal(400, 'invalid_status_move'));
      expect((await move(campaign_id, 'publish')).body.status).toBe('active');
      expect(shape(await move(999_999, 'publish'))).toEqual(refusal(404, 'not_found'));
    });

    it('become active again if their end is moved to a later time', async () => {
      const { campaign_id } = await newCampaign();
      await move(campaign_id, 'publish');
      now = START + HOUR;
      expect((await staff.call('getCampaign', { params: { campaign_id } })).body.status).toBe('ended');
      const changed = await staff.edit('changeCampaign', {
        params: { campaign_id },
        body: { ends_at: iso(START + 2 * HOUR) },
      });
      expect(changed.body).toMatchObject({ status: 'active', ends_at: iso(START + 2 * HOUR) });
    });

    it('keep their tiers until the tiers are removed', async () => {
      const tiers = [{ min_revenue: 0, percent: 7.25 }];
      const { campaign_id } = await newCampaign({ commission_tiers: tiers });
      expect(
        (await staff.edit('changeCampaign', { params: { campaign_id }, body: { name: 'Other' } })).body,
      ).toMatchObject({ commission_tiers: tiers });
      expect(
        (await staff.edit('changeCampaign', { params: { campaign_id }, body: { commission_tiers: null } })).body
          .commission_tiers,
      ).toBeNull();
      expect(
        (await staff.edit('changeCampaign', { params: { campaign_id }, body: { commission_tiers: [] } })).body
          .commission_tiers,
      ).toEqual([]);
    });

    it('can be filtered by text and status, sorted, and read page by page', async () => {
      const mark = unique('list%_\\');
      const make = async (name: string, change: object, ...moves: CampaignMove[]) => {
        const { campaign_id } = await newCampaign({ name: `${mark} ${name}`, ...change });
        for (const to of moves) await move(campaign_id, to);
      };
      await make('draft', {});
      await make('archived', {}, 'archive');
      await make('paused', {}, 'publish', 'pause');
      await make('scheduled', { starts_at: iso(START + 1000) }, 'publish');
      await make('active', {}, 'publish');
      await make('ended', { ends_at: iso(START + 500) }, 'publish');
      now = START + 500;
      const list = async (query: QueryFor<'listCampaigns'>) => {
        const { body } = await staff.call('listCampaigns', {
          query: { q: mark.toUpperCase(), ...query },
        });
        return { ...body, data: body.data.map(({ name }: { name: string }) => name.slice(mark.length + 1)) };
      };
      for (const status of ['draft', 'archived', 'paused', 'scheduled', 'active', 'ended'] as const)
        expect((await list({ status })).data).toEqual([status]);
      expect(await list({})).toEqual({
        data: ['ended', 'active', 'scheduled', 'paused', 'archived', 'draft'],
        page: 1,
        page_size: 25,
        total: 6,
      });
      expect((await list({ sort: 'name', page: '2', page_size: '4' })).data).toEqual(['paused', 'scheduled']);
      expect((await list({ sort: '-name', page_size: '2' })).data).toEqual(['scheduled', 'paused']);
      expect((await list({ q: `${mark}%` })).total).toBe(0);
    });
  });

  describe('codes', () => {
    it('are kept as typed, with rewards as they were entered', async () => {
      const { campaign_id } = await newCampaign();
      const code = unique('Summer');
      const { status, body } = await addCode(campaign_id, { code, usage_limit: 5 });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        campaign_id,
        code,
        code_url: `https://game.example/redeem?lang=en&code=${code}#top`,
        code_type: 'redeem',
        usage_limit: 5,
        creator_usage_limit: null,
        active: 'Y',
        use_as_referral: 'N',
        rewards_json: '{"gold": 1.10}',
        number_of_claims: 0,
      });
      expect(shape(await staff.call('getCode', { params: { code_id: body.code_id } }))).toEqual({ status: 200, body });
      const again = await addCode(campaign_id, { code: ` ${code.toLowerCase()} ` });
      expect(shape(again)).toEqual(refusal(409, 'code_taken'));
    });

    it('are refused if the request is not valid', async () => {
      const { campaign_id } = await newCampaign();
      expect(shape(await addCode(999_999))).toEqual(refusal(404, 'not_found'));
      expect(shape(await addCode(campaign_id, { code: 'a b' }))).toEqual(refusal(400, 'invalid_code'));
      const limit = await addCode(campaign_id, { creator_usage_limit: 3 });
      expect(shape(limit)).toEqual(refusal(400, 'invalid_request'));
      expect(limit.body.errors[0].pointer).toBe('/creator_usage_limit');
      await move(campaign_id, 'archive');
      expect(shape(await addCode(campaign_id))).toEqual(refusal(400, 'campaign_ended'));
      expect(shape(await staff.call('getCode', { params: { code_id: 999999 } }))).toEqual(refusal(404, 'not_found'));
      expect(shape(await staff.edit('changeCode', { params: { code_id: 999999 }, body: {} }))).toEqual(
        refusal(404, 'not_found'),
      );
      const list = await staff.call('listCodes', { params: { campaign_id: 999999 } });
      expect(shape(list)).toEqual(refusal(404, 'not_found'));
    });

    it('with the same value are created only once, however many requests arrive simultaneously', async () => {
      const { campaign_id } = await newCampaign();
      const code = unique('race');
      const answers = await Promise.all(Array.from({ length: 8 }, () => addCode(campaign_id, { code })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    });

    it('are listed with their claims', async () => {
      const { campaign_id } = await newCampaign();
      await move(campaign_id, 'publish');
      const plain = (await addCode(campaign_id, { name: 'beta' })).body;
      const base = (await addCode(campaign_id, { name: 'Alpha', use_as_referral: 'Y', active: 'Y' })).body;
      await addCode(campaign_id, { name: 'gamma', active: 'N' });
      for (const creator_id of [unique('ana'), unique('ben')]) {
        const made = await game.call('createCreatorCode', { body: { creator_id, redemption_code: base.code } });
        expect((await redeem(unique('user'), made.body.code)).status).toBe(200);
      }
      expect((await redeem(unique('user'), plain.code)).status).toBe(200);
      const list = async (query: string) => {
        const { body } = await staff.call('listCodes', {
          params: { campaign_id },
          query: queryOf(query),
        });
        return body.data.map((row: { name: string; number_of_claims: number }) => [row.name, row.number_of_claims]);
      };
      expect(await list('sort=name')).toEqual([
        ['Alpha', 2],
        ['beta', 1],
        ['gamma', 0],
      ]);
      expect(await list('')).toEqual([
        ['gamma', 0],
        ['Alpha', 2],
        ['beta', 1],
      ]);
      expect(await list('code_type=referral')).toEqual([['Alpha', 2]]);
      expect(await list('active=N')).toEqual([['gamma', 0]]);
      expect(await list(`q=${plain.code.toLowerCase()}`)).toEqual([['beta', 1]]);
    });

    it('can be changed, and a limit that is set later counts earlier claims', async () => {
      const { campaign_id } = await newCampaign();
      await move(campaign_id, 'publish');
      const { code_id, code } = (await addCode(campaign_id)).body;
      for (const user of ['u1', 'u2']) expect((await redeem(user, code)).status).toBe(200);
      const changed = await staff.edit('changeCode', {
        params: { code_id },
        body: { name: 'New', usage_limit: 3, active: 'N' },
      });
      expect(changed.body).toMatchObject({ name: 'New', usage_limit: 3, active: 'N', number_of_claims: 2, code });
      expect(shape(await redeem('u3', code))).toEqual(refusal(400, 'code_inactive'));
      await staff.edit('changeCode', { params: { code_id }, body: { active: 'Y' } });
      expect((await redeem('u3', code)).status).toBe(200);
      expect(shape(await redeem('u4', code))).toEqual(refusal(400, 'limit_reached'));
      await staff.edit('changeCode', { params: { code_id }, body: { usage_limit: null } });
      expect((await redeem('u4', code)).status).toBe(200);
      await staff.edit('changeCode', { params: { code_id }, body: { usage_limit: 4 } });
      expect(shape(await redeem('u5', code))).toEqual(refusal(400, 'limit_reached'));
    });

    it('limit each creator code, counting its earlier claims', async () => {
      const { campaign_id } = await newCampaign();
      await move(campaign_id, 'publish');
      const base = (await addCode(campaign_id, { use_as_referral: 'Y' })).body;
      const create = async (creator_id: string) =>
        (await game.call('createCreatorCode', { body: { creator_id, redemption_code: base.code } })).body.code;
      const [ana, ben] = [await create(unique('ana')), await create(unique('ben'))];
      for (const user of ['v1', 'v2']) expect((await redeem(user, ana)).status).toBe(200);
      await staff.edit('changeCode', { params: { code_id: base.code_id }, body: { creator_usage_limit: 2 } });
      expect(shape(await redeem('v3', ana))).toEqual(refusal(400, 'limit_reached'));
      expect((await redeem('v3', ben)).status).toBe(200);
      await staff.edit('changeCode', {
        params: { code_id: base.code_id },
        body: { creator_usage_limit: null, usage_limit: 4 },
      });
      expect((await redeem('v4', ana)).status).toBe(200);
      expect(shape(await redeem('v5', ben))).toEqual(refusal(400, 'limit_reached'));
    });

    it('count every claim, even if a limit is set while players are redeeming', async () => {
      const { campaign_id } = await newCampaign();
      await move(campaign_id, 'publish');
      const { code_id, code } = (await addCode(campaign_id)).body;
      const users = Array.from({ length: 60 }, (_, at) => `amid_${at}`);
      const limit = (usage_limit: number | null) =>
        staff.edit('changeCode', { params: { code_id }, body: { usage_limit } });
      const claims = users.map((user) => redeem(user, code));
      for (const at of [20, null, 30, null, 40]) expect((await limit(at)).status).toBe(200);
      const answers = await Promise.all(claims);
      const claimed = answers.filter(({ status }) => status === 200).length;
      expect((await staff.call('getCode', { params: { code_id } })).body.number_of_claims).toBe(claimed);
      await limit(claimed + 1);
      expect((await redeem('amid_one_more', code)).status).toBe(200);
      expect(shape(await redeem('amid_too_many', code))).toEqual(refusal(400, 'limit_reached'));
    });
  });

  it('have every change recorded in the audit log, with who made it and what changed', async () => {
    const { campaign_id } = await newCampaign({ name: 'Audited' });
    await move(campaign_id, 'publish');
    await staff.edit('changeCampaign', { params: { campaign_id }, body: { name: 'Renamed' } });
    await staff.edit('changeCampaign', { params: { campaign_id }, body: { name: 'Renamed' } });
    await move(campaign_id, 'publish');
    const { code_id } = (await addCode(campaign_id)).body;
    await staff.edit('changeCode', { params: { code_id }, body: { active: 'N' } });
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log).orderBy(t.audit_log.audit_id));
    const of = (entity: string, id: number) =>
      rows
        .filter((row) => row.entity === entity && row.entity_id === String(id))
        .map((row) => [
          row.action,
          row.staff_id,
          row.at,
          JSON.parse(row.before ?? 'null'),
          JSON.parse(row.after ?? ''),
        ]);
    expect(of('campaign', campaign_id)).toEqual([
      ['campaign.create', 1, now, null, expect.objectContaining({ name: 'Audited', stage: 'draft' })],
      ['campaign.publish', 1, now, { stage: 'draft' }, { stage: 'published' }],
      ['campaign.change', 1, now, { name: 'Audited' }, { name: 'Renamed' }],
    ]);
    expect(of('code', code_id)).toEqual([
      ['code.create', 1, now, null, expect.objectContaining({ campaign_id, kind: 'redeem', active: true })],
      ['code.change', 1, now, { active: true }, { active: false }],
    ]);
  });
});
