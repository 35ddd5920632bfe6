import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDone, readCsv } from '../support/http/bulk-jobs.ts';
import { runningCampaign } from '../support/http/campaigns.ts';
import { done, pointersOf, queryOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

describe.each(STORY_DATABASES)('thousands of codes on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let game: TestClient;
  let campaignId: number;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
    game = daemon.server;
    campaignId = await runningCampaign(daemon);
  });
  afterAll(() => daemon?.close());

  const bulk = (change: object = {}) =>
    staff.call('generateCodes', {
      params: { campaign_id: campaignId },
      body: {
        name: 'Gifts',
        root_url: 'https://game.example/r?lang=en',
        count: 10,
        rewards_json: '{"gold": 1.10}',
        ...change,
      },
    });
  const redeem = (user_id: string, code: string) => game.call('redeem', { body: { user_id, code } });
  const csvOf = (jobId: number) => readCsv(daemon, jobId);
  const rowsOf = (jobId: number) =>
    daemon.db.read(async ({ db, t }) => {
      const rows = await db.select().from(t.codes);
      return rows.filter((row) => row.job_id === jobId);
    });

  it('are created in the background, and can be used once the job is done', async () => {
    const { status, body } = await bulk({ count: 1234, prefix: 'Gift-', usage_limit: 1, active: 'Y' });
    expect(status).toBe(201);
    expect(body).toEqual({
      job_id: expect.any(Number),
      campaign_id: campaignId,
      kind: 'generate',
      status: 'running',
      name: 'Gifts',
      total: 1234,
      done: 0,
      error: null,
      created_at: expect.any(String),
      finished_at: null,
    });
    const job = await jobDone(staff, body.job_id);
    expect(job).toEqual({ ...body, status: 'done', done: 1234, finished_at: expect.any(String) });

    const { text, headers } = await csvOf(body.job_id);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="codes-${body.job_id}.csv"`);
    expect(headers.get('row-count')).toBe('1234');
    const [header, ...lines] = text.split('\r\n');
    expect([header, lines.pop()]).toEqual(['code,code_url,name', '']);
    const codes = lines.map((line) => line.split(',')[0] ?? '');
    for (const [at, code] of codes.entries())
      expect(lines[at]).toBe(`${code},https://game.example/r?lang=en&code=${code},Gifts`);
    for (const code of codes) expect(code).toMatch(/^Gift-[2-9A-HJKMNP-Z]{13}$/);
    expect(new Set(codes).size).toBe(1234);
    const stored = await rowsOf(body.job_id);
    expect(new Set(stored.map(({ code }) => code))).toEqual(new Set(codes));
    expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['approved']));

    const [code = ''] = codes;
    expect((await redeem('ann', code.toLowerCase())).body).toMatchObject({ code, code_type: 'redeem' });
    expect(shape(await redeem('ben', code))).toEqual(refusal(400, 'limit_reached'));
  });

  it('keep their CSV, byte for byte, after later changes', async () => {
    const { job_id } = done(await bulk({ name: '=1+1', pattern: '-######-######' }));
    await jobDone(staff, job_id);
    const { text } = await csvOf(job_id);
    expect(text.split('\r\n')[1]).toMatch(
      /^'-\w{6}-\w{6},https:\/\/game\.example\/r\?lang=en&code=-\w{6}-\w{6},'=1\+1$/,
    );
    const [first] = await rowsOf(job_id);
    done(
      await staff.edit('changeCode', {
        params: { code_id: first?.code_id ?? 0 },
        body: { name: 'Other', root_url: 'https://other.example' },
      }),
    );
    expect((await csvOf(job_id)).text).toBe(text);
  });

  it('have a job that is listed for their campaign and can be read by its ID', async () => {
    const other = await runningCampaign(daemon);
    const first = done(await bulk());
    await jobDone(staff, first.job_id);
    const ask = (query: string) => staff.call('listBulkJobs', { query: queryOf(query) });
    expect((await ask(`campaign_id=${other}`)).body).toMatchObject({ data: [], total: 0 });
    const listed = done(await ask(`campaign_id=${campaignId}&page_size=1&status=done`));
    expect(listed.data).toEqual([done(await staff.call('getBulkJob', { params: { job_id: first.job_id } }))]);
    expect(shape(await staff.call('getBulkJob', { params: { job_id: 999999 } }))).toEqual(refusal(404, 'not_found'));
    expect(shape(await staff.call('getBulkJobCsv', { params: { job_id: 999999 } }))).toEqual(refusal(404, 'not_found'));
  });

  it.each<[object, string]>([
    [{ count: 0 }, '/count'],
    [{ count: 100_001 }, '/count'],
    [{ length: 7 }, '/length'],
    [{ length: 49 }, '/length'],
    [{ prefix: 'ä' }, '/prefix'],
    [{ prefix: 'P'.repeat(52) }, '/prefix'],
    [{ pattern: 'SUMMER-####' }, '/pattern'],
    [{ pattern: '#########', length: 9 }, '/pattern'],
    [{ count: 100_000, rewards_json: `{"a":"${'x'.repeat(60_000)}"}` }, '/rewards_json'],
    [{ rewards_json: '1' }, '/rewards_json'],
    [{ root_url: 'ftp://game.example' }, '/root_url'],
    [{ creator_usage_limit: 1 }, '/creator_usage_limit'],
  ])('are refused for %j', async (change, pointer) => {
    const refused = await bulk(change);
    expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
    expect(pointersOf(refused)).toEqual([pointer]);
  });

  it('are not created for an ended or unknown campaign', async () => {
    const over = await runningCampaign(daemon);
    done(await staff.call('archiveCampaign', { params: { campaign_id: over } }));
    const body = { name: 'a', root_url: 'https://game.example', count: 1, rewards_json: '[]' };
    const to = (id: number) => staff.call('generateCodes', { params: { campaign_id: id }, body });
    expect(shape(await to(over))).toEqual(refusal(400, 'campaign_ended'));
    expect(shape(await to(999_999))).toEqual(refusal(404, 'not_found'));
  });

  it('are recorded in the audit log as one row, with the request', async () => {
    const { job_id } = done(await bulk({ count: 700 }));
    await jobDone(staff, job_id);
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log));
    const ours = rows.filter((row) => row.entity === 'bulk_job' && row.entity_id === String(job_id));
    expect(ours).toMatchObject([{ action: 'code.bulk_generate', before: null }]);
    expect(JSON.parse(ours[0]?.after ?? '')).toMatchObject({ campaign_id: campaignId, count: 700, name: 'Gifts' });
  });
});
