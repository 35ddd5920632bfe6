import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, type CodeFields, runningCampaign } from '../support/http/campaigns.ts';
import type { BodyFor } from '../support/http/test-client.ts';
import { done, iso, queryOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const START = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;

describe.each(['sqlite', 'postgres'] as const)('creators on %s', (database) => {
  let now = START;
  let daemon: TestDaemon;
  let staff: TestClient;
  let game: TestClient;
  let serial = 0;
  let base: { code_id: number; code: string; campaign_id: number };
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    staff = daemon.owner;
    game = daemon.server;
    base = await newBase();
  });
  afterAll(() => daemon?.close());

  const unique = (name: string) => `${name}_${++serial}`;
  /** Creates a referral code in its own published campaign. */
  const newBase = async (change: CodeFields = {}) => {
    const times = { starts_at: iso(START - HOUR), ends_at: iso(START + HOUR) };
    const campaignId = await runningCampaign(daemon, { ...times, commission_tiers: undefined });
    return addCode(daemon, campaignId, unique('Base'), {
      ...{ root_url: 'https://game.example/r', rewards_json: '[]', use_as_referral: 'Y', ...change },
    });
  };
  const create = (change: object = {}) =>
    game.call('createCreatorCode', { body: { creator_id: unique('creator'), redemption_code: base.code, ...change } });
  const moderate = (codeId: number, move: string, body?: object) =>
    staff.send('POST', `/v1/admin/creator-codes/${codeId}/${move}`, body);

  describe('creator codes', () => {
    it('are generated and approved immediately, with the values of the base code', async () => {
      const limited = await newBase({ creator_usage_limit: 7 });
      const creator_id = unique('creator');
      const { status, body } = await create({ creator_id, redemption_code: ` ${limited.code.toLowerCase()}` });
      expect(status).toBe(201);
      expect(body).toEqual({
        code_id: expect.any(Number),
        creator_id,
        redemption_code: limited.code,
        code: expect.stringMatching(/^[2-9A-Z]{9}$/),
        code_url: `https://game.example/r?code=${body.code}`,
        code_type: 'referral',
        status: 'approved',
        rejection_reason: null,
        number_of_claims: 0,
        usage_limit: 7,
        campaign_id: limited.campaign_id,
        created_at: iso(now),
      });
      expect(shape(await game.call('getCreatorCode', { params: { code_id: body.code_id } }))).toEqual({
        status: 200,
        body,
      });
      const used = await game.call('redeem', { body: { user_id: unique('user'), code: body.code } });
      expect(used.status).toBe(200);
      expect((await game.call('getCreatorCode', { params: { code_id: body.code_id } })).body.number_of_claims).toBe(1);
    });

    it('are refused with the reasons that the contract lists', async () => {
      const redeemType = await newBase({ use_as_referral: 'N' });
      const off = await newBase({ active: 'N' });
      const over = await newBase();
      await staff.call('archiveCampaign', { params: { campaign_id: over.campaign_id } });
      const creator_id = unique('creator');
      const own = (await create({ creator_id })).body;
      const cases: [object, number, string][] = [
        [{ creator_id: '0' }, 400, 'invalid_creator_id'],
        [{ creator_id: '' }, 400, 'invalid_creator_id'],
        [{ creator_id: 'x'.repeat(256) }, 400, 'invalid_creator_id'],
        [{ redemption_code: 'NO_SUCH_CODE' }, 404, 'code_not_found'],
        [{ redemption_code: own.code }, 404, 'code_not_found'],
        [{ redemption_code: redeemType.code }, 400, 'not_a_referral_code'],
        [{ redemption_code: off.code }, 400, 'code_inactive'],
        [{ redemption_code: over.code }, 400, 'campaign_ended'],
        [{ creator_id }, 409, 'creator_code_exists'],
        [{ code: '' }, 400, 'invalid_code'],
        [{ code: 'é!' }, 400, 'invalid_code'],
        [{ code: own.code.toLowerCase() }, 409, 'code_taken'],
      ];
      for (const [change, status, code] of cases) expect(shape(await create(change))).toEqual(refusal(status, code));
      await staff.edit('changeCreator', { params: { creator_id }, body: { status: 'suspended' } });
      expect(shape(await create({ creator_id }))).toEqual(refusal(400, 'creator_suspended'));
      expect(shape(await game.call('getCreatorCode', { params: { code_id: base.code_id } }))).toEqual(
        refusal(404, 'not_found'),
      );
    });

    it('are created once per creator and value, however many requests arrive simultaneously', async () => {
      const creator_id = unique('racer');
      const same = await Promise.all(Array.from({ length: 6 }, () => create({ creator_id })));
      expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      const codes = new Set(same.filter(({ status }) => status === 409).map(({ body }) => body.code));
      expect([...codes]).toEqual(['creator_code_exists']);
      const code = unique('wish');
      const value = await Promise.all(Array.from({ length: 6 }, () => create({ code })));
      expect(value.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      expect(new Set(value.map(({ body }) => body.code))).toEqual(new Set([code, 'code_taken']));
    });

    it('wait for a moderator if the creator chose the value', async () => {
      const creator_id = unique('creator');
      const code = unique('Fancy');
      const { body } = await create({ creator_id, code });
      expect(body).toMatchObject({ status: 'pending', code });
      const redeemed = await game.call('redeem', { body: { user_id: 'u', code } });
      expect(shape(redeemed)).toEqual(refusal(404, 'code_not_found'));
      expect(shape(await moderate(body.code_id, 'disable'))).toEqual(refusal(400, 'invalid_status_move'));
      expect((await moderate(body.code_id, 'approve')).body).toMatchObject({ status: 'approved', code });
      expect(shape(await moderate(body.code_id, 'approve', {}))).toEqual(refusal(400, 'invalid_status_move'));
      expect((await moderate(body.code_id, 'disable')).body.status).toBe('disabled');
      expect((await moderate(body.code_id, 'approve')).body.status).toBe('approved');
      expect(shape(await moderate(999_999, 'approve'))).toEqual(refusal(404, 'not_found'));
      expect(shape(await moderate(base.code_id, 'approve'))).toEqual(refusal(404, 'not_found'));
    });

    it('free their values once they are rejected', async () => {
      const creator_id = unique('creator');
      const code = unique('Rude');
      const { body } = await create({ creator_id, code });
      expect(shape(await moderate(body.code_id, 'reject', {}))).toEqual(refusal(400, 'invalid_request'));
      const rejected = await moderate(body.code_id, 'reject', { reason: 'rude' });
      expect(rejected.body).toMatchObject({ status: 'rejected', rejection_reason: 'rude', code });
      expect(shape(await moderate(body.code_id, 'approve'))).toEqual(refusal(400, 'invalid_status_move'));
      expect((await create({ creator_id, code })).status).toBe(201);
      const own = await game.call('listCreatorCodes', { query: { creator_id } });
      expect(own.body).toMatchObject({ page: 1, page_size: 25, total: 2 });
      expect(own.body.data.map((row: { status: string }) => row.status)).toEqual(['pending', 'rejected']);
      expect((await game.call('listCreatorCodes', { query: { creator_id: 'unknown' } })).body.data).toEqual([]);
    });

    it('can be approved and rejected with an API key', async () => {
      const decide = (id: number, body: BodyFor<'decideCreatorCode'>) =>
        game.call('decideCreatorCode', { params: { code_id: id }, body });
      const one = (await create({ code: unique('one') })).body.code_id;
      const two = (await create({ code: unique('two') })).body.code_id;
      expect((await decide(one, { decision: 'approve' })).body.status).toBe('approved');
      expect(shape(await decide(one, { decision: 'approve' }))).toEqual(refusal(400, 'invalid_status_move'));
      const rejected = await decide(two, { decision: 'reject', reason: 'no' });
      expect(rejected.body).toMatchObject({ status: 'rejected', rejection_reason: 'no' });
      await moderate(one, 'disable');
      expect(shape(await decide(one, { decision: 'approve' }))).toEqual(refusal(400, 'invalid_status_move'));
      expect(shape(await decide(999_999, { decision: 'approve' }))).toEqual(refusal(404, 'not_found'));
    });

    it('are decided in bulk; codes that cannot be decided are skipped and named', async () => {
      const ids: number[] = [];
      for (const name of ['x', 'y', 'z']) ids.push((await create({ code: unique(`many_${name}`) })).body.code_id);
      const decide = (body: BodyFor<'decideCreatorCodes'>) => staff.call('decideCreatorCodes', { body });
      await moderate(ids[2] ?? 0, 'reject', { reason: 'no' });
      const code_ids = [ids[1], ids[0], ids[1], ids[2], 999_999, base.code_id] as number[];
      expect(shape(await decide({ code_ids, decision: 'approve' }))).toEqual({
        status: 200,
        body: {
          decided: [ids[1], ids[0]],
          skipped: [
            { code_id: ids[2], code: 'invalid_status_move' },
            { code_id: 999_999, code: 'not_found' },
            { code_id: base.code_id, code: 'not_found' },
          ],
        },
      });
      const statuses = [];
      for (const id of ids) statuses.push((await game.call('getCreatorCode', { params: { code_id: id } })).body.status);
      expect(statuses).toEqual(['approved', 'approved', 'rejected']);
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log));
      const audited = rows.filter((row) => row.entity_id === `${ids[0]},${ids[1]}`);
      expect(audited).toMatchObject([{ action: 'creator_code.approve', staff_id: 1, entity: 'creator_code' }]);
      const again = await decide({ code_ids: ids, decision: 'reject', reason: 'no' });
      expect(again.body).toMatchObject({ decided: [], skipped: [{}, {}, {}] });
      const after = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log));
      expect(after.length).toBe(rows.length);
    });

    it('are rejected in bulk, which frees their values', async () => {
      const codes = [unique('bad'), unique('bad')];
      const code_ids: number[] = [];
      for (const code of codes) code_ids.push((await create({ code })).body.code_id);
      const body = { code_ids, decision: 'reject' as const, reason: 'rude' };
      expect((await staff.call('decideCreatorCodes', { body })).body.decided).toEqual(code_ids);
      for (const [at, code] of codes.entries()) {
        const { body: rejected } = await game.call('getCreatorCode', { params: { code_id: code_ids[at] ?? 0 } });
        expect(rejected).toMatchObject({ status: 'rejected', rejection_reason: 'rude' });
        expect((await create({ code })).status).toBe(201);
      }
    });

    it('wait again when a decision is undone', async () => {
      const undo = async (...code_ids: number[]) => (await staff.call('undoDecisions', { body: { code_ids } })).body;
      const wish = async (more: object = {}) => (await create({ code: unique('undo'), ...more })).body;
      const [approved, rejected, disabled, waiting] = [await wish(), await wish(), await wish(), await wish()];
      await moderate(approved.code_id, 'approve');
      await moderate(rejected.code_id, 'reject', { reason: 'rude' });
      await moderate(disabled.code_id, 'approve');
      await moderate(disabled.code_id, 'disable');
      const ids = [rejected.code_id, approved.code_id];
      const refused = [disabled.code_id, waiting.code_id, 999_999];
      expect(await undo(...ids, ...refused)).toEqual({
        undone: ids,
        skipped: refused.map((code_id) => ({ code_id, code: code_id < 999_999 ? 'invalid_status_move' : 'not_found' })),
      });
      for (const id of ids)
        expect((await game.call('getCreatorCode', { params: { code_id: id } })).body).toMatchObject({
          status: 'pending',
          rejection_reason: null,
        });
      expect((await create({ code: rejected.code })).body.code).toBe('code_taken');
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log));
      expect(rows.filter(({ action }) => action === 'creator_code.undo')).toMatchObject([
        { entity_id: [...ids].sort((a, b) => a - b).join(','), staff_id: 1 },
      ]);
      expect(await undo(...ids)).toMatchObject({ undone: [], skipped: [{}, {}] });
    });

    it('keep a decision after ten seconds, or once they have been used or replaced by another code', async () => {
      const undo = async (code_id: number) =>
        (await staff.call('undoDecisions', { body: { code_ids: [code_id] } })).body.skipped;
      const decided = async (decision: 'approve' | 'reject', code_id: number) => {
        await moderate(code_id, decision, decision === 'reject' ? { reason: 'rude' } : undefined);
        return code_id;
      };
      const taken = (await create({ code: unique('undo') })).body;
      await decided('reject', taken.code_id);
      await create({ code: taken.code });
      expect(await undo(taken.code_id)).toEqual([{ code_id: taken.code_id, code: 'code_taken' }]);

      const creator_id = unique('again');
      const first = (await create({ creator_id, code: unique('undo') })).body;
      await decided('reject', first.code_id);
      await create({ creator_id, code: unique('undo') });
      expect(await undo(first.code_id)).toEqual([{ code_id: first.code_id, code: 'creator_code_exists' }]);

      const used = (await create({ code: unique('undo') })).body;
      await decided('approve', used.code_id);
      await game.call('redeem', { body: { user_id: unique('player'), code: used.code } });
      expect(await undo(used.code_id)).toEqual([{ code_id: used.code_id, code: 'invalid_status_move' }]);

      const old = await decided('approve', (await create({ code: unique('undo') })).body.code_id);
      now += 10_000;
      expect(await undo(old)).toEqual([{ code_id: old, code: 'invalid_status_move' }]);
    });

    it('show the moderator similar codes, similar names and reserved words', async () => {
      const famous = unique('famous');
      const own = (await create({ creator_id: famous, code: 'NINJATURTLE' })).body;
      await create({ creator_id: unique('star'), display_name: 'Ninja  Turt-1e' });
      const copycat = unique('copycat');
      const evidenceOf = async (code: string) => {
        const { body } = await create({ creator_id: copycat, code, redemption_code: (await newBase()).code });
        const { data } = done(
          await staff.call('listAllCreatorCodes', { query: { creator_id: copycat, status: 'pending' } }),
        );
        return data.find((row: { code_id: number }) => row.code_id === body.code_id).evidence;
      };
      const near = { code_id: own.code_id, code: 'NINJATURTLE', creator_id: famous };
      expect(await evidenceOf('N1NJATURTLE')).toMatchObject({ nearest_code: { ...near, distance: 1 }, words: [] });
      expect(await evidenceOf('XNINJATURTLE')).toMatchObject({ nearest_code: { ...near, distance: 1 } });
      expect(await evidenceOf('N1NJ4-7URTL3')).toMatchObject({ nearest_code: { ...near, distance: 5 } });
      expect((await evidenceOf('NinjaTurt1e')).nearest_creator).toMatchObject({ display_name: 'Ninja  Turt-1e' });
      expect(await evidenceOf('0FF1C1AL-SHOP')).toEqual({
        nearest_code: null,
        nearest_creator: null,
        words: [{ word: 'OFFICIAL', kind: 'reserved', spelled: 'lookalike' }],
      });
      await moderate(own.code_id, 'approve');
      const { data } = done(await staff.call('listAllCreatorCodes', { query: { creator_id: famous } }));
      expect(data).toMatchObject([{ code_id: own.code_id, evidence: null }]);
    });

    it('can be filtered by campaign, creator, status and text', async () => {
      const mine = await newBase();
      const creator_id = unique('lister');
      const { body } = await create({ creator_id, code: unique('Listed'), redemption_code: mine.code });
      const ids = async (query: string) =>
        (await staff.call('listAllCreatorCodes', { query: queryOf(query) })).body.data.map(
          (row: { code_id: number }) => row.code_id,
        );
      expect(await ids(`campaign_id=${mine.campaign_id}`)).toEqual([body.code_id]);
      expect(await ids(`creator_id=${creator_id}&status=pending`)).toEqual([body.code_id]);
      expect(await ids(`creator_id=${creator_id}&status=approved`)).toEqual([]);
      expect(await ids(`q=${mine.code.toLowerCase()}`)).toEqual([body.code_id]);
      expect(await ids(`q=${body.code.toLowerCase()}`)).toEqual([body.code_id]);
    });

    it('are listed newest first, or oldest first on request', async () => {
      const mine = await newBase();
      const made: number[] = [];
      for (const name of ['first', 'second', 'third']) {
        const wish = { creator_id: unique(name), code: unique(name), redemption_code: mine.code };
        made.push((await create(wish)).body.code_id);
      }
      const ids = async (query: string) => {
        const { data } = done(
          await staff.send('GET', `/v1/admin/creator-codes?campaign_id=${mine.campaign_id}&${query}`),
        );
        return data.map((row: { code_id: number }) => row.code_id);
      };
      const newestFirst = made.toReversed();
      expect(await ids('status=pending')).toEqual(newestFirst);
      expect(await ids('sort=-created_at')).toEqual(newestFirst);
      expect(await ids('status=pending&sort=created_at')).toEqual(made);
      expect(await ids('sort=created_at&page_size=2&page=2')).toEqual(made.slice(2));
      const unknown = await staff.send('GET', '/v1/admin/creator-codes?sort=status');
      expect(shape(unknown)).toEqual(refusal(400, 'invalid_request'));
    });

    it.each([
      ['all', 'pending', 'pending'],
      ['none', 'approved', 'approved'],
      ['custom', 'pending', 'approved'],
    ] as const)(
      'follow the moderation setting %s: custom %s, generated %s',
      async (creator_code_moderation, custom, generated) => {
        await staff.edit('changeSettings', { body: { creator_code_moderation } });
        expect((await create({ code: unique('set') })).body.status).toBe(custom);
        expect((await create()).body.status).toBe(generated);
      },
    );
  });

  describe('creators', () => {
    it('are created with their first code; later requests fill only blank fields', async () => {
      const creator_id = unique('Ana María/ü');
      await create({ creator_id, display_name: 'Ana' });
      const another = await newBase();
      await create({ creator_id, redemption_code: another.code, display_name: 'Other', email: 'ana@example.test' });
      expect(shape(await staff.call('getCreator', { params: { creator_id } }))).toEqual({
        status: 200,
        body: {
          creator_id,
          display_name: 'Ana',
          email: 'ana@example.test',
          commission_percent: null,
          status: 'active',
          payout_method: null,
          payout_address: null,
          payout_name: null,
          has_payout_details: false,
          payout_hold: null,
          tax_form: null,
          number_of_codes: 2,
          number_of_claims: 0,
          total_revenue: { amount: '0.00', currency: 'USD' },
          merged_into: null,
          merged_creators: [],
          created_at: iso(now),
          version: 2,
        },
      });
      const changes = { commission_percent: 12.5, payout_method: 'paypal', payout_address: 'a@b.c', email: null };
      expect((await staff.edit('changeCreator', { params: { creator_id }, body: changes })).body).toMatchObject({
        ...changes,
        display_name: 'Ana',
      });
      expect(
        (await staff.edit('changeCreator', { params: { creator_id }, body: { commission_percent: null } })).body
          .commission_percent,
      ).toBeNull();
      expect(
        (await staff.edit('changeCreator', { params: { creator_id }, body: { commission_percent: 0 } })).body
          .commission_percent,
      ).toBe(0);
      expect(shape(await staff.call('getCreator', { params: { creator_id: 'unknown' } }))).toEqual(
        refusal(404, 'not_found'),
      );
      expect(shape(await staff.edit('changeCreator', { params: { creator_id: 'unknown' }, body: {} }))).toEqual(
        refusal(404, 'not_found'),
      );
    });

    it('can have an ID that is also the path of another endpoint', async () => {
      const params = { creator_id: 'import' };
      expect((await create(params)).status).toBe(201);
      expect(done(await staff.call('getCreator', { params }))).toMatchObject(params);
      const body = { display_name: 'Importer' };
      expect(done(await staff.edit('changeCreator', { params, body }))).toMatchObject(body);
      expect(shape(await staff.send('PUT', '/v1/admin/creators/import', body))).toEqual(
        refusal(405, 'method_not_allowed'),
      );
    });

    it('have the figures of all their codes', async () => {
      const creator_id = unique('earner');
      for (const amount of [10, 2.5]) {
        const { code } = (await create({ creator_id, redemption_code: (await newBase()).code })).body;
        const user_id = unique('payer');
        done(await game.call('redeem', { body: { user_id, code } }));
        const event = { event_type: 'payment', created_at: iso(now), game_id: 'game', event: { user_id, amount } };
        done(await game.call('gameEvent', { body: { events: [event] } }));
      }
      const [listed] = done(await staff.call('listCreators', { query: { q: creator_id } })).data;
      const figures = { number_of_codes: 2, number_of_claims: 2, total_revenue: { amount: '12.50', currency: 'USD' } };
      expect(listed).toMatchObject(figures);
      expect(done(await staff.call('getCreator', { params: { creator_id } }))).toEqual(listed);
      const changed = done(
        await staff.edit('changeCreator', { params: { creator_id }, body: { display_name: 'Earner' } }),
      );
      expect(changed).toEqual({ ...listed, display_name: 'Earner', version: listed.version + 1 });
    });

    it('can be filtered by text and status, and sorted', async () => {
      const mark = unique('listed');
      for (const name of ['b', 'a', 'c']) {
        now += 1;
        await create({ creator_id: `${mark}-${name}`, display_name: name.toUpperCase() });
      }
      await staff.edit('changeCreator', { params: { creator_id: `${mark}-b` }, body: { status: 'suspended' } });
      const list = async (query: string) =>
        (await staff.send('GET', `/v1/admin/creators?q=${mark}&${query}`)).body.data.map(
          (row: { display_name: string }) => row.display_name,
        );
      expect(await list('')).toEqual(['C', 'A', 'B']);
      expect(await list('sort=display_name')).toEqual(['A', 'B', 'C']);
      expect(await list('sort=-creator_id')).toEqual(['C', 'B', 'A']);
      expect(await list('sort=created_at&page_size=1&page=2')).toEqual(['A']);
      expect(await list('status=suspended')).toEqual(['B']);
    });
  });
});
