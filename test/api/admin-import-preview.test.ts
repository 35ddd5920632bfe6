import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDone, postCsv } from '../support/http/bulk-jobs.ts';
import { addCode, addCreatorCode, runningCampaign } from '../support/http/campaigns.ts';
import { signedInAs } from '../support/http/staff.ts';
import { bearer, done, pointersOf, refusal, shape, type TestClient, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const DEFAULTS = { name: 'Gift', root_url: 'https://game.example/r', rewards_json: '{"gold":1}' };
const CREATORS = '/v1/admin/creators/import';

describe.each(STORY_DATABASES)('imports with a preview on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let path: string;
  let otherId: number;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
    path = `/v1/admin/campaigns/${await runningCampaign(daemon)}/codes/import`;
    otherId = await runningCampaign(daemon, { name: 'Winter "26"' });
    await addCode(daemon, otherId, 'OTHERS');
    await addCode(daemon, otherId, 'BASE', { use_as_referral: 'Y' });
  });
  afterAll(() => daemon?.close());

  const codes = (csv: string, query: string, defaults: object = DEFAULTS) =>
    staff.send('POST', `${path}?${query}`, { csv, ...defaults });
  const creators = (csv: string, query: string) => staff.send('POST', `${CREATORS}?${query}`, { csv });
  /** Reads everything that an import could change. */
  const kept = () =>
    daemon.db.read(async ({ db, t }) => ({
      codes: (await db.select({ code: t.codes.code }).from(t.codes)).length,
      jobs: (await db.select({ id: t.bulk_jobs.job_id }).from(t.bulk_jobs)).length,
      creators: await db.select().from(t.creators).orderBy(t.creators.creator_id),
      terms: (await db.select().from(t.commission_terms)).length,
      audited: (await db.select().from(t.audit_log)).length,
    }));

  describe('of codes', () => {
    it('show the result of each row, and store nothing', async () => {
      const { code } = await addCreatorCode(daemon, 'ann', 'BASE');
      const first = done(await codes('code,name,usage_limit\nKEPT-1,One,3\nKEPT-2,,\n', ''));
      await jobDone(staff, first.job_id);
      const before = await kept();
      const csv = [
        'code,name,usage_limit',
        'NEW-1,"two',
        'lines",5',
        'kept-1,One,3',
        'KEPT-1,One,3',
        'KEPT-2,,',
        'KEPT-2,,1',
        'others,,',
        `${code},,`,
        'N W,,zero',
        'СОDЕ,,',
        'NEW-2,,,',
        '',
        'new-1,,',
      ].join('\r\n');
      const { status, body } = await codes(csv, 'dry_run=true');
      expect(status).toBe(200);
      expect(await kept()).toEqual(before);
      const { refused, rows, ...counts } = body;
      expect(counts).toEqual({ importable: 'valid_rows', new: 1, changed: 0, unchanged: 1, refused_total: 9 });
      expect(refused.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
        [4, 'code_taken'],
        [5, 'duplicate'],
        [7, 'duplicate'],
        [8, 'code_taken'],
        [9, 'code_taken'],
        [10, 'invalid_code'],
        [11, 'invalid_code'],
        [12, 'invalid_csv'],
        [14, 'duplicate'],
      ]);
      const detailOf = (line: number) => refused.find((row: { line: number }) => row.line === line).detail;
      expect(detailOf(4)).toBe('KEPT-1 is taken by a code in this campaign with different fields');
      expect(detailOf(8)).toBe(`OTHERS is taken by a code in the campaign "Winter "26"" (${otherId})`);
      expect(detailOf(9)).toMatch(/is taken by a creator code in the campaign/);
      expect(detailOf(10)).toMatch(/A-Z 0-9 .*; usage_limit: must be a whole number/);
      expect(detailOf(11)).toMatch(/U\+0421.*looks like one/);
      expect(detailOf(12)).toMatch(/4 cells, but the header has 3/);
      expect(rows).toHaveLength(11);
      expect(rows[0]).toEqual({
        line: 2,
        result: 'new',
        values: { code: 'NEW-1', name: 'two\r\nlines', usage_limit: '5' },
        changes: [],
        detail: null,
      });
      expect(rows[3]).toMatchObject({ line: 6, result: 'unchanged', values: { code: 'KEPT-2' }, detail: null });
      expect(rows[7]).toMatchObject({ line: 10, result: 'refused', values: { code: 'N W', usage_limit: 'zero' } });

      const whole = await codes(csv, '');
      expect(shape(whole)).toEqual(refusal(400, 'invalid_csv'));
      expect(whole.body.fault_count).toBe(10);
      expect(pointersOf(whole)).toEqual([4, 5, 7, 8, 9, 10, 10, 11, 12, 14].map((line) => `/csv/line/${line}`));
      expect(await kept()).toEqual(before);

      const valid = await codes(csv, 'only_valid=true');
      expect(shape(valid)).toMatchObject({ status: 201, body: { total: 1, refused, refused_total: 9 } });
      const job = await jobDone(staff, valid.body.job_id);
      expect(job).toMatchObject({ status: 'done', done: 1 });
      const used = await daemon.server.call('redeem', { body: { user_id: 'ann', code: 'NEW-1' } });
      expect(used.body).toMatchObject({ rewards: [{ gold: 1 }] });
    });

    it('ignore the reasons that the Portal adds to saved refused rows', async () => {
      const csv = 'code,name,refused_because\nMENDED-1,One,"is, taken"\nMENDED-2,Two,\n';
      expect((await codes(csv, 'dry_run=true')).body).toMatchObject({ importable: 'whole', new: 2 });
      await jobDone(staff, done(await codes(csv, '')).job_id);
      const plain = 'code,name\nMENDED-1,One\nMENDED-2,Two\n';
      expect((await codes(plain, 'dry_run=true')).body).toMatchObject({ importable: 'whole', unchanged: 2 });
    });

    it('change nothing if they are sent again', async () => {
      const csv = 'code,active\nAGAIN-1,N\nAGAIN-2,\n';
      expect((await codes(csv, 'dry_run=true')).body).toMatchObject({ importable: 'whole', new: 2, unchanged: 0 });
      await jobDone(staff, done(await codes(csv, '')).job_id);
      expect((await codes(csv, 'dry_run=true')).body).toMatchObject({ importable: 'whole', new: 0, unchanged: 2 });
      const again = done(await codes(csv, ''));
      expect(again.total).toBe(0);
      expect(await jobDone(staff, again.job_id)).toMatchObject({ status: 'done', done: 0 });
      const other = await codes(csv, '', { ...DEFAULTS, rewards_json: '{"gold":2}' });
      expect(shape(other)).toEqual(refusal(409, 'code_taken'));
    });

    it.each<[string, string, number, RegExp]>([
      ['no content', '', 1, /header is missing/],
      ['only a header', 'code\r\n', 1, /no codes under the header/],
      ['only a byte order mark and a header', '\uFEFFcode', 1, /no codes under the header/],
      ['another header', 'value,name\nA-1,b\n', 1, /Unknown column "value"/],
      ['other separators', 'code|name\nA-1|b\n', 1, /separated by commas, semicolons or tabs/],
      ['an unclosed quote', 'code,name\nFIRST,a\nNEXT,"b\nLAST,c\n', 3, /never closed/],
    ])('with %s are refused as a whole, including their valid rows', async (_, csv, line, detail) => {
      const before = await kept();
      const { status, body } = await codes(csv, 'dry_run=true');
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { importable: 'nothing', new: 0, unchanged: 0, rows: [], refused: expect.anything() },
      });
      expect(body.refused[0]).toMatchObject({ line, code: 'invalid_csv', detail: expect.stringMatching(detail) });
      for (const query of ['', 'only_valid=true'])
        expect(shape(await codes(csv, query))).toEqual(refusal(400, 'invalid_csv'));
      expect(await kept()).toEqual(before);
    });

    it.each([
      ['LF', '\n', ','],
      ['CRLF', '\r\n', ','],
      ['CRLF and semicolons', '\r\n', ';'],
      ['a byte order mark', '\n', ',', '\uFEFF'],
    ])('with %s are read the same way', async (_, end, comma, mark = '') => {
      const lines = [['code', 'name'], ['ALIKE-1', 'One'], ['AL IKE', 'Two'], ['']].map((cells) => cells.join(comma));
      expect((await codes(mark + lines.join(end), 'dry_run=true')).body).toMatchObject({
        new: 1,
        refused: [{ line: 3 }],
        rows: [{ values: { code: 'ALIKE-1', name: 'One' } }, {}],
      });
    });

    it('that are not valid UTF-8 are refused, and the line is named', async () => {
      const latin = await postCsv(daemon, `${path}?dry_run=true`, Buffer.from('code,name\nlatin-1,\xe4\n', 'latin1'));
      expect([latin.status, latin.body.code, pointersOf(latin)]).toEqual([400, 'invalid_csv', ['/csv/line/2']]);
    });

    it('accept at most 100,000 codes', { timeout: 120_000 }, async () => {
      const rows = (count: number) => Array.from({ length: count }, (_, at) => at.toString(36).padStart(4, '0'));
      const full = await codes(`code\n${rows(100_000).join('\n')}`, 'dry_run=true');
      expect(full.body).toMatchObject({ importable: 'whole', new: 100_000, refused_total: 0 });
      expect(full.body.rows).toHaveLength(100);
      const over = await codes(`code\n${rows(100_001).join('\n')}`, 'dry_run=true');
      expect(over.body).toMatchObject({
        importable: 'nothing',
        refused: [{ line: 100_002, detail: 'more than 100000 codes' }],
        refused_total: 1,
      });
      const big = await codes(`code\n${'x'.repeat(1_048_576)}`, 'dry_run=true');
      expect(shape(big)).toEqual(refusal(413, 'body_too_large'));
    });

    it('list the first 500 refused lines, and count all of them', async () => {
      const { body } = await codes(`code\nGOOD-1\n${'!!\n'.repeat(700)}`, 'dry_run=true');
      expect(body).toMatchObject({ new: 1, refused_total: 700, importable: 'valid_rows' });
      expect(body.refused).toHaveLength(500);
      expect(body.rows).toHaveLength(100);
    });

    it('are refused if they have no valid row, even with only_valid', async () => {
      expect((await codes('code\n!!\n', 'dry_run=true')).body).toMatchObject({ importable: 'nothing', new: 0 });
      expect(shape(await codes('code\n!!\n', 'only_valid=true'))).toEqual(refusal(400, 'invalid_csv'));
      expect(shape(await codes('code\nothers\n', 'only_valid=true'))).toEqual(refusal(409, 'code_taken'));
    });

    it('are allowed for live operations, and accept only true or false in the query', async () => {
      const liveOps = testClient(daemon.url, bearer(await signedInAs(daemon.db, 'live_ops')));
      const asked = await liveOps.send('POST', `${path}?dry_run=true`, { csv: 'code\nOPS-1\n', ...DEFAULTS });
      expect(asked.status).toBe(200);
      for (const query of ['dry_run=1', 'only_valid=yes', 'dryrun=true'])
        expect(shape(await codes('code\nOPS-1\n', query))).toEqual(refusal(400, 'invalid_request'));
      const kept = await codes('code\nOPS-1\n', 'dry_run=false');
      expect(kept.status).toBe(201);
      await jobDone(staff, kept.body.job_id);
    });
  });

  describe('of creators', () => {
    const HEADER = 'creator_id,display_name,commission_percent,status,payout_address';

    it('show the result of each row, and the import does the same', async () => {
      done(await creators(`${HEADER}\nkim,Kim,12.5,active,kim@pay.test\nlee,Lee,,,\n`, ''));
      const before = await kept();
      const csv = `${HEADER}\nkim,Kim,12.50,,\nlee,Lee the 2nd,77.77,,\nmax,Max,33.33,,\n0,Zero,,,\nmax,Again,,,\npat,Pat,101,gone,\n`;
      const { status, body } = await creators(csv, 'dry_run=true');
      expect(status).toBe(200);
      expect(await kept()).toEqual(before);
      expect(body).toMatchObject({ importable: 'valid_rows', new: 1, changed: 1, unchanged: 1, refused_total: 3 });
      expect(body.refused).toEqual([
        { line: 5, code: 'invalid_creator_id', detail: expect.stringMatching(/not be 0/) },
        { line: 6, code: 'duplicate', detail: 'this creator_id is already on line 4' },
        {
          line: 7,
          code: 'invalid_request',
          detail: expect.stringMatching(/percentage.*; status: must be active or suspended/),
        },
      ]);
      expect(body.rows.map((row: { result: string; changes: string[] }) => [row.result, row.changes])).toEqual([
        ['unchanged', []],
        ['changed', ['display_name', 'commission_percent']],
        ['new', []],
        ['refused', []],
        ['refused', []],
        ['refused', []],
      ]);
      expect(shape(await creators(csv, ''))).toEqual(refusal(400, 'invalid_csv'));
      expect(await kept()).toEqual(before);
      const { refused, refused_total } = body;
      expect(shape(await creators(csv, 'only_valid=true'))).toEqual({
        status: 200,
        body: { created: 1, updated: 1, unchanged: 1, refused, refused_total },
      });
      const lee = done(await staff.call('getCreator', { params: { creator_id: 'lee' } }));
      expect(lee).toMatchObject({ display_name: 'Lee the 2nd', commission_percent: 77.77 });
    });

    it('ignore the reasons that the Portal adds to saved refused rows', async () => {
      const csv = 'creator_id,refused_because\nmended,not a percentage\n';
      expect(await creators(csv, '')).toMatchObject({ status: 200, body: { created: 1, updated: 0 } });
      expect(done(await creators('creator_id\nmended\n', 'dry_run=true'))).toMatchObject({ unchanged: 1 });
    });

    it('do not show a stored payout address', async () => {
      done(await creators(`${HEADER}\nsue,Sue,,,sue@secret.test\n`, ''));
      const finance = testClient(daemon.url, bearer(await signedInAs(daemon.db, 'live_ops')));
      const csv = 'creator_id,display_name\nsue,Susan\n';
      const { body } = await finance.send('POST', `${CREATORS}?dry_run=true`, { csv });
      expect(body.rows).toMatchObject([{ result: 'changed', changes: ['display_name'] }]);
      expect(JSON.stringify(body)).not.toContain('sue@secret.test');
    });

    it('can be sent as text/csv', async () => {
      const { status, body } = await postCsv(daemon, `${CREATORS}?dry_run=true`, 'creator_id\ntext-csv\n0\na\0b\n');
      const nul = { line: 4, detail: 'creator_id: NUL characters are not allowed' };
      expect({ status, body }).toMatchObject({ status: 200, body: { new: 1, refused: [{ line: 3 }, nul] } });
    });
  });
});
