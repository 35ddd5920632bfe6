import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDone, postCsv, readCsv } from '../support/http/bulk-jobs.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done, pointersOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

const DEFAULTS = { name: 'Gift', root_url: 'https://game.example/r', rewards_json: '{"gold":1}' };

describe.each(['sqlite', 'postgres'] as const)('codes from a CSV on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let game: TestClient;
  let path: string;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
    game = daemon.server;
    const campaignId = await runningCampaign(daemon);
    path = `/v1/admin/campaigns/${campaignId}/codes/import`;
    await addCode(daemon, campaignId, 'TAKEN-1');
    await addCode(daemon, campaignId, 'TAKEN-2');
  });
  afterAll(() => daemon?.close());

  const send = (csv: string, defaults: object = DEFAULTS) => staff.send('POST', path, { csv, ...defaults });
  const rowsOf = (jobId: number) =>
    daemon.db.read(async ({ db, t }) => (await db.select().from(t.codes)).filter((row) => row.job_id === jobId));
  const jobs = () => daemon.db.read(({ db, t }) => db.select({ id: t.bulk_jobs.job_id }).from(t.bulk_jobs));

  it('are created with the values of their lines, and the defaults for empty cells', async () => {
    const rewards = '[{"gem": 1.10}]';
    const csv = [
      'code,name,usage_limit,active,rewards_json,root_url',
      'own-1,"One, of its own",5,n,"[{""gem"": 1.10}]",https://other.example/?x=1',
      ' OWN-2 ,,,,,',
      '',
      'own-3,=2+3,,Y,,',
    ].join('\r\n');
    const { status, body } = await send(`\uFEFF${csv}`, { ...DEFAULTS, usage_limit: 2 });
    expect({ status, body }).toMatchObject({ status: 201, body: { kind: 'import', status: 'running', total: 3 } });
    expect(await jobDone(staff, body.job_id)).toMatchObject({ status: 'done', done: 3, error: null });
    const rows = await rowsOf(body.job_id);
    expect(rows.sort((a, b) => (a.code.toUpperCase() < b.code.toUpperCase() ? -1 : 1))).toMatchObject([
      { code: 'own-1', name: 'One, of its own', usage_limit: 5, active: false, rewards_json: rewards },
      { code: 'OWN-2', name: 'Gift', usage_limit: 2, active: true, rewards_json: '{"gold":1}', status: 'approved' },
      { code: 'own-3', name: '=2+3', usage_limit: 2, active: true, kind: 'redeem', code_norm: 'OWN-3' },
    ]);
    expect(rows.map(({ root_url }) => root_url)).toEqual([
      'https://other.example/?x=1',
      'https://game.example/r',
      'https://game.example/r',
    ]);
    expect((await readCsv(daemon, body.job_id)).text).toBe(
      [
        'code,code_url,name',
        'own-1,https://other.example/?x=1&code=own-1,"One, of its own"',
        'OWN-2,https://game.example/r?code=OWN-2,Gift',
        "own-3,https://game.example/r?code=own-3,'=2+3",
        '',
      ].join('\r\n'),
    );
    const used = await game.call('redeem', { body: { user_id: 'ann', code: 'OWN-3' } });
    expect(used.body).toMatchObject({ rewards: [{ gold: 1 }], code: 'own-3' });
  });

  it.each([
    ['semicolons', 'code;name\nsemi-1;a,b\n'],
    ['tabs', 'code\tname\ntab-1\ta,b\n'],
  ])('can have cells separated by %s', async (_, csv) => {
    const { job_id } = done(await send(csv));
    await jobDone(staff, job_id);
    expect(await rowsOf(job_id)).toMatchObject([{ name: 'a,b' }]);
  });

  it('can be sent as the body itself if every column is present', async () => {
    const csv = 'code,name,root_url,rewards_json\nbody-1,Ä,https://game.example,{}\n';
    const { status, body } = await postCsv(daemon, path, csv);
    expect(status).toBe(201);
    await jobDone(staff, body.job_id);
    expect(await rowsOf(body.job_id)).toMatchObject([{ code: 'body-1', name: 'Ä', rewards_json: '{}' }]);
    const short = await postCsv(daemon, path, 'code,name\nbody-2,x\n');
    expect(shape(short)).toEqual(refusal(400, 'invalid_csv'));
    expect(pointersOf(short)).toEqual(['/csv/line/1', '/csv/line/1']);
    const latin = await postCsv(daemon, path, Buffer.from('code,name\nlatin-1,\xe4\n', 'latin1'));
    expect([latin.body.code, pointersOf(latin)]).toEqual(['invalid_csv', ['/csv/line/2']]);
    const elsewhere = await postCsv(daemon, '/v1/admin/campaigns', csv);
    expect(shape(elsewhere)).toEqual(refusal(415, 'unsupported_media_type'));
  });

  it.each<[string, string, number, RegExp, object?]>([
    ['no header', '', 1, /header is missing/],
    ['no codes', 'code\n', 1, /no codes/],
    [
      'an unknown column',
      'code,colour\nCSV-1,red',
      1,
      /: Unknown column "colour"\. Known columns: code, name, root_url, usage_limit, active, rewards_json, starts_at, ends_at, recipient$/,
    ],
    ['a repeated column', 'code,name,Name\nCSV-1,a,b', 1, /name appears twice/],
    ['no code column', 'name\nx', 1, /code is missing/],
    ['no name at all', 'code\nCSV-1', 1, /name is missing/, { ...DEFAULTS, name: undefined }],
    ['a blank name', 'code,name\nCSV-1,x\nCSV-2,', 3, /name is blank/, { ...DEFAULTS, name: undefined }],
    ['a blank code', 'code,name\nCSV-1,x\n,y', 3, /code is blank/],
    ['a bad code', 'code\nCSV-1\nC V\n', 3, /A-Z 0-9/],
    ['a lookalike', 'code\nCSV-1\nСОDЕ\n', 3, /A-Z 0-9/],
    ['the same code twice', 'code\nCSV-1\nCSV-2\n csv-1', 4, /CSV-1 is already on line 2/],
    ['a bad limit', 'code,usage_limit\nCSV-1,0', 2, /usage_limit: must be a whole number/],
    ['a limit that is not a number', 'code,usage_limit\nCSV-1,1e3', 2, /usage_limit: must be a whole number/],
    ['a bad flag', 'code,active\nCSV-1,maybe', 2, /active: must be Y or N/],
    ['a bad URL', 'code,root_url\nCSV-1,javascript:x', 2, /root_url/],
    ['bad JSON', 'code,rewards_json\nCSV-1,{gold}', 2, /rewards_json/],
    ['too long a name', `code,name\nCSV-1,${'x'.repeat(201)}`, 2, /at most 200/],
    ['an extra cell', 'code,name\nCSV-1,a\nCSV-2,b,c', 3, /3 cells, but the header has 2/],
    ['an unclosed quote', 'code,name\nCSV-1,"x\ny"\nCSV-2,"z\nCSV-3,w\n', 4, /never closed/],
    [
      'semicolons under a header with commas',
      'code,name\nCSV-1;a\n',
      2,
      /the header is separated by commas, this line by semicolons/,
    ],
    ['a stray quote', 'code,name\nCSV-1,x"y\n', 2, /quote/],
    ['text after a quote', 'code,name\nCSV-1,"x"y\n', 2, /quote/],
  ])(
    'are refused for %s: the line is named and nothing is stored',
    async (_, csv, line, detail, defaults = DEFAULTS) => {
      const before = await jobs();
      const refused = await send(csv, defaults);
      expect(shape(refused)).toEqual(refusal(400, 'invalid_csv'));
      expect(pointersOf(refused)).toEqual([`/csv/line/${line}`]);
      expect(refused.body.errors[0].detail).toMatch(detail);
      expect(refused.body.errors[0].detail).toMatch(new RegExp(`^line ${line}: `));
      expect(await jobs()).toEqual(before);
    },
  );

  it('are refused if values are taken, and the lines are named', async () => {
    const refused = await send('code\nFREE-1\ntaken-2\nFREE-2\nTAKEN-1\n');
    expect(shape(refused)).toEqual(refusal(409, 'code_taken'));
    expect(refused.body.errors).toEqual([
      {
        pointer: '/csv/line/3',
        code: 'invalid',
        detail: 'line 3: TAKEN-2 is taken by a code in this campaign with different fields',
      },
      {
        pointer: '/csv/line/5',
        code: 'invalid',
        detail: 'line 5: TAKEN-1 is taken by a code in this campaign with different fields',
      },
    ]);
    const validated = await game.call('validate', { body: { user_id: 'u', code: 'FREE-1' } });
    expect(shape(validated)).toEqual(refusal(404, 'code_not_found'));
  });

  it('are refused with at most fifty faults and the total number of faults', async () => {
    const refused = await send(`code\n${'!!\n'.repeat(70)}`);
    expect(refused.body.fault_count).toBe(70);
    expect(pointersOf(refused)).toEqual(Array.from({ length: 50 }, (_, at) => `/csv/line/${at + 2}`));
  });

  it('are limited to 1 MiB, like every body', async () => {
    const big = await send(`code\n${'x'.repeat(1_048_576)}`);
    expect(shape(big)).toEqual(refusal(413, 'body_too_large'));
  });

  it('are all removed if another request takes one of the values during the import', async () => {
    const lines = Array.from({ length: 1500 }, (_, at) => `RACE-${String(at).padStart(4, '0')}`);
    // Another request takes the value of line 1202 as soon as the first code is stored.
    await stealWhile(daemon.databaseUrl, database);
    const { job_id } = done(await send(`code\n${lines.join('\n')}`));
    const job = await jobDone(staff, job_id);
    expect(job).toMatchObject({
      status: 'failed',
      done: 0,
      error: 'line 1202: RACE-1200 was taken while the import was running; no code was imported',
    });
    expect(await rowsOf(job_id)).toEqual([]);
    const notDone = await readCsv(daemon, job_id);
    expect([notDone.status, JSON.parse(notDone.text).code]).toEqual([409, 'job_not_done']);
    for (const code of ['RACE-0000', 'RACE-1499']) {
      const validated = await game.call('validate', { body: { user_id: 'u', code } });
      expect(shape(validated)).toEqual(refusal(404, 'code_not_found'));
    }
  });
});

const STEAL = `insert into codes (campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, status,
  created_at, updated_at) select campaign_id, kind, 'RACE-1200', 'RACE-1200', name, root_url, used, active, rewards_json,
  'approved', created_at, updated_at from codes where code_norm = 'TAKEN-1'`;

function stealWhile(url: string, database: 'sqlite' | 'postgres') {
  const when = `when (new.code_norm = 'RACE-0000')`;
  if (database === 'sqlite')
    return runSql(url, `create trigger steal after insert on codes for each row ${when} begin ${STEAL}; end`);
  return runSql(
    url,
    `create function steal() returns trigger language plpgsql as '
      begin ${STEAL.replaceAll("'", "''")}; return null; end'`,
    `create trigger steal after insert on codes for each row ${when} execute function steal()`,
  );
}
