import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addEarner } from '../support/http/earnings.ts';
import {
  done,
  pointersOf,
  type QueryFor,
  queryOf,
  refusal,
  shape,
  type TestClient,
} from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const MADE = 230;
const SORTS = ['created_at', 'name', 'code', 'number_of_claims'].flatMap((sort) => [sort, `-${sort}`]);

describe.each(STORY_DATABASES)('the list of codes on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let campaignId: number;
  let otherId: number;
  let batchId: number;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
    campaignId = await runningCampaign(daemon);
    otherId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'FIRST', { name: 'é' });
    await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
    await addCode(daemon, campaignId, 'ONCE', { usage_limit: 1, name: 'Ä' });
    const fields = { name: 'Gifts', root_url: 'https://game.example/r', rewards_json: '{"gold":1}' };
    const params = { campaign_id: campaignId };
    batchId = done(await staff.call('generateCodes', { params, body: { ...fields, count: MADE } })).job_id;
    await jobDone(staff, batchId);
    await addCode(daemon, campaignId, 'LAST', { active: 'N' });
    for (const user_id of ['a', 'b']) done(await daemon.server.call('redeem', { body: { user_id, code: 'FIRST' } }));
    done(await daemon.server.call('redeem', { body: { user_id: 'a', code: 'ONCE' } }));
    for (const creator of ['kim', 'lee', 'max']) await addEarner(daemon, creator, 'BASE', `fan of ${creator}`);
  });
  afterAll(() => daemon?.close());

  const list = async (query: QueryFor<'listCodes'>, campaign_id = campaignId) =>
    done(await staff.call('listCodes', { params: { campaign_id }, query }));
  const valuesOf = (page: { data: { code: string }[] }) => page.data.map(({ code }) => code);

  it('can show only manually created codes, or one batch', async () => {
    const hand = await list({ origin: 'hand' });
    expect(valuesOf(hand)).toEqual(['LAST', 'ONCE', 'BASE', 'FIRST']);
    expect(hand).toMatchObject({ total: 4, next_cursor: null, is_partial: false });
    expect(hand.data[0].batch_id).toBeNull();
    const batch = await list({ batch_id: batchId, page_size: 100 });
    expect(batch).toMatchObject({ total: MADE, page: 1 });
    expect(new Set(batch.data.map((code: { batch_id: number }) => code.batch_id))).toEqual(new Set([batchId]));
    expect(await list({ origin: 'batch', page_size: 1 })).toMatchObject({ total: MADE });
    expect(await list({ batch_id: batchId, origin: 'hand' })).toMatchObject({ data: [], total: 0 });
    expect(await list({ batch_id: batchId }, otherId)).toMatchObject({ data: [], total: 0, next_cursor: null });
    expect(await list({ batch_id: 999_999 })).toMatchObject({ data: [], total: 0 });
    expect(valuesOf(await list({ origin: 'hand', active: 'N' }))).toEqual(['LAST']);
    expect(valuesOf(await list({ origin: 'hand', code_type: 'referral' }))).toEqual(['BASE']);
  });

  it('can show only generated or only imported codes', async () => {
    const campaign_id = await runningCampaign(daemon);
    const params = { campaign_id };
    const fields = { name: 'Own', root_url: 'https://game.example/r', rewards_json: '[]' };
    await addCode(daemon, campaign_id, 'HAND-MADE');
    const imported = await staff.call('importCodes', { params, body: { csv: 'code\nOWN-1\nOWN-2\n', ...fields } });
    await jobDone(staff, done(imported).job_id);
    await jobDone(staff, done(await staff.call('generateCodes', { params, body: { ...fields, count: 3 } })).job_id);
    expect(valuesOf(await list({ origin: 'import', sort: 'code' }, campaign_id))).toEqual(['OWN-1', 'OWN-2']);
    expect(await list({ origin: 'generate', page_size: 1 }, campaign_id)).toMatchObject({ total: 3 });
    expect(await list({ origin: 'batch', page_size: 1 }, campaign_id)).toMatchObject({ total: 5 });
    expect(await list({ origin: 'import', batch_id: batchId })).toMatchObject({ data: [], total: 0 });
  });

  it('can show only redeemed or only used-up codes', async () => {
    expect(valuesOf(await list({ state: 'redeemed' }))).toEqual(['ONCE', 'BASE', 'FIRST']);
    expect(valuesOf(await list({ state: 'limit_reached' }))).toEqual(['ONCE']);
    expect(valuesOf(await list({ state: 'unredeemed', origin: 'hand' }))).toEqual(['LAST']);
    expect(await list({ state: 'unredeemed' })).toMatchObject({ total: MADE + 1 });
  });

  it('can be sorted by claims', async () => {
    const most = await list({ sort: '-number_of_claims', page_size: 4 });
    expect(
      most.data.map((row: { code: string; number_of_claims: number }) => [row.code, row.number_of_claims]),
    ).toEqual([
      ['BASE', 3],
      ['FIRST', 2],
      ['ONCE', 1],
      ['LAST', 0],
    ]);
    expect(valuesOf(await list({ sort: 'number_of_claims', origin: 'hand' }))).toEqual([
      'LAST',
      'ONCE',
      'FIRST',
      'BASE',
    ]);
  });

  it.each(SORTS)('continues from its cursor when it is sorted by %s', async (sort) => {
    const query = { page_size: 50, sort: sort as '-created_at' };
    const walked: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ ...query, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(MADE + 4);
      walked.push(...valuesOf(page));
      cursor = page.next_cursor;
    } while (cursor);
    const paged: string[] = [];
    for (let page = 1; page <= 5; page += 1) paged.push(...valuesOf(await list({ ...query, page })));
    expect(walked).toEqual(paged);
    expect(new Set(walked).size).toBe(MADE + 4);
  });

  it('refuses a cursor from another list or order', async () => {
    const { next_cursor } = await list({ page_size: 1, sort: 'name' });
    const wrong = [
      `sort=code&cursor=${next_cursor}`,
      `sort=-created_at&cursor=${next_cursor}`,
      'cursor=x',
      `cursor=${Buffer.from('["created_at",1.5,1]').toString('base64url')}`,
      `cursor=${Buffer.from('["created_at",1]').toString('base64url')}`,
      `q=a&cursor=${Buffer.from('["search by name",0]').toString('base64url')}`,
      `q=a&cursor=${Buffer.from('["search by created_at"]').toString('base64url')}`,
      `q=a&cursor=${Buffer.from('["search by created_at",0.5]').toString('base64url')}`,
      `q=a&cursor=${Buffer.from('["search by created_at",0,1,2,3]').toString('base64url')}`,
      `q=a&sort=number_of_claims&cursor=${Buffer.from('["search by number_of_claims",0]').toString('base64url')}`,
    ];
    for (const query of wrong) {
      const refused = await staff.call('listCodes', { params: { campaign_id: campaignId }, query: queryOf(query) });
      expect(shape(refused), query).toEqual(refusal(400, 'invalid_request'));
      expect(pointersOf(refused)).toEqual(['#/query/cursor']);
    }
  });
});
