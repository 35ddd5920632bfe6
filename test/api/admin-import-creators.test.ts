import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postCsv } from '../support/http/bulk-jobs.ts';
import { done, pointersOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const PATH = '/v1/admin/creators/import';
const HEADER = 'creator_id,display_name,email,commission_percent,status,payout_method,payout_address';

describe.each(STORY_DATABASES)('creators from a CSV on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
  });
  afterAll(() => daemon?.close());
  const send = (csv: string) => staff.call('importCreators', { body: { csv } });
  const creator = async (id: string) => done(await staff.call('getCreator', { params: { creator_id: id } }));
  const audited = async () => {
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.audit_log));
    return rows.filter((row) => row.action === 'creator.import').map((row) => JSON.parse(row.after ?? ''));
  };

  it('are created and changed; a blank cell keeps the stored value', async () => {
    const first = await send(`${HEADER}\nann,Ann,ann@example.test,12.5,suspended,paypal,ann@pay.test\nben,,,,,,\n`);
    expect(shape(first)).toEqual({ status: 200, body: { created: 2, updated: 0, unchanged: 0 } });
    expect(await creator('ann')).toMatchObject({
      display_name: 'Ann',
      email: 'ann@example.test',
      commission_percent: 12.5,
      status: 'suspended',
      payout_method: 'paypal',
      payout_address: 'ann@pay.test',
    });
    expect(await creator('ben')).toMatchObject({ display_name: null, commission_percent: null, status: 'active' });
    const csv = 'status;creator_id;display_name\n;ann;\nactive;ben;"Ben; the second"\nsuspended;cid;\n';
    expect(done(await send(csv))).toEqual({ created: 1, updated: 1, unchanged: 1 });
    expect(await creator('ann')).toMatchObject({ display_name: 'Ann', commission_percent: 12.5, status: 'suspended' });
    expect(await creator('ben')).toMatchObject({ display_name: 'Ben; the second', status: 'active' });
    expect(done(await send(csv))).toEqual({ created: 0, updated: 0, unchanged: 3 });
    expect(await audited()).toEqual([
      { creators: 2, columns: expect.arrayContaining(['creator_id', 'payout_address']) },
      { creators: 3, columns: ['creator_id', 'display_name', 'status'] },
      { creators: 3, columns: ['creator_id', 'display_name', 'status'] },
    ]);
  });

  it('can number in the thousands, even as text/csv', async () => {
    const lines = Array.from({ length: 2500 }, (_, at) => `many-${at},Name ${at},${at % 100}`);
    const csv = `creator_id,display_name,commission_percent\r\n${lines.join('\r\n')}`;
    const before = (await audited()).length;
    expect(done(await postCsv(daemon, PATH, `\uFEFF${csv}`))).toEqual({ created: 2500, updated: 0, unchanged: 0 });
    expect(done(await postCsv(daemon, PATH, csv))).toEqual({ created: 0, updated: 0, unchanged: 2500 });
    expect(await creator('many-2499')).toMatchObject({ display_name: 'Name 2499', commission_percent: 99 });
    expect((await audited()).length).toBe(before + 2);
  });

  it.each([
    [
      'an unknown column',
      'creator_id,shoe_size\na,1',
      1,
      /: Unknown column "shoe_size"\. Known columns: creator_id, display_name, .*payout_address$/,
    ],
    ['no creator_id', 'display_name\na', 1, /creator_id is missing/],
    ['a blank creator_id', 'creator_id,email\na,\n ,b@example.test', 3, /creator_id is blank/],
    ['the manager', 'creator_id\na\n0', 3, /creator_id/],
    ['a repeated creator', 'creator_id\nx\ny\nx', 4, /already on line 2/],
    ['a bad email address', 'creator_id,email\na,unknown', 2, /email/],
    ['a bad percentage', 'creator_id,commission_percent\na,12.345', 2, /percentage/],
    ['too high a percentage', 'creator_id,commission_percent\na,101', 2, /percentage/],
    ['a bad status', 'creator_id,status\na,gone', 2, /active or suspended/],
    ['an unclosed quote', 'creator_id,email\n"a,b@example.test\n', 2, /never closed/],
    ['an empty file', '', 1, /header is missing/],
    ['no rows', 'creator_id\n', 1, /no creators/],
  ])('are refused for %s: the line is named and nothing is stored', async (_, csv, line, detail) => {
    const kept = () => daemon.db.read(({ db, t }) => db.select().from(t.creators).orderBy(t.creators.creator_id));
    const before = await kept();
    const refused = await send(csv);
    expect(shape(refused)).toEqual(refusal(400, 'invalid_csv'));
    expect(pointersOf(refused)).toEqual([`/csv/line/${line}`]);
    expect(refused.body.errors[0].detail).toMatch(detail);
    expect(refused.body.errors[0].detail).toMatch(new RegExp(`^line ${line}: `));
    expect(await kept()).toEqual(before);
  });

  it('are refused if a game’s server sends them', async () => {
    const game = daemon.server;
    expect((await game.call('importCreators', { body: { csv: 'creator_id\na' } })).status).toBe(401);
  });
});
