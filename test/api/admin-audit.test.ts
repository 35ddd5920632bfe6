import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { findSecretKeys } from '../../daemon/db/secret/secret-key.ts';
import { type AuditHead, parseHead } from '../../daemon/domain/audit/audit-chain.ts';
import { findAuditHead, recordAudit } from '../../daemon/features/audit/audit-store.ts';
import { verifyAudit } from '../../daemon/features/verify/verify-audit.ts';
import { type Log, silentLog } from '../../daemon/lib/log.ts';
import { addCode, newCampaign } from '../support/http/campaigns.ts';
import { done, iso, pointersOf, queryOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { OWNER, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { runSql } from '../support/world/sql.ts';
import { untilAnswered } from '../support/world/until-answered.ts';

const START = Date.UTC(2026, 0, 10);
const MINUTE = 60_000;

/** Returns the faults that `redeemd verify` finds in the audit log, by subject. */
async function faultsIn({ db, databaseUrl }: TestDaemon, noted: AuditHead[] = [], secretKey?: string) {
  const keys = await findSecretKeys(db, { databaseUrl, secretKey });
  return (await verifyAudit(db, keys, noted)).map(({ key }) => key);
}

const entryOf = (n: number) => ({
  staffId: 1,
  action: 'test.write',
  entity: 'test',
  entityId: n,
  before: null,
  after: { n, text: 'ünï "quoted" \u2028 🎁' },
});
const writeRow = (daemon: Pick<TestDaemon, 'db'>, n: number) =>
  daemon.db.write((handle) => recordAudit(handle, entryOf(n), START + n));

describe.each(STORY_DATABASES)('the audit list on %s', (database) => {
  let now = START;
  let daemon: TestDaemon;
  let owner: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    owner = daemon.owner;
  });
  afterAll(() => daemon?.close());
  const list = async (query = '') => done(await owner.call('listAudit', { query: queryOf(query) }));

  it('shows who changed what, with old and new values, newest first', async () => {
    now += MINUTE;
    const campaign = { name: 'Spring', starts_at: iso(now), ends_at: iso(now + 86_400_000) };
    const { campaign_id } = done(await owner.call('createCampaign', { body: campaign }));
    now += MINUTE;
    done(await owner.edit('changeCampaign', { params: { campaign_id }, body: { name: 'Summer' } }));
    const { data, next_cursor } = await list('limit=2');
    expect(data[0]).toMatchObject({
      at: iso(now),
      staff: { email: OWNER.email, staff_id: expect.any(Number), name: expect.any(String) },
      action: expect.stringMatching(/^campaign\./),
      entity: 'campaign',
      entity_id: String(campaign_id),
      before: { name: 'Spring' },
      after: { name: 'Summer' },
    });
    expect(data[1]).toMatchObject({ at: iso(now - MINUTE), entity_id: String(campaign_id), before: null });
    expect(data[0].audit_id).toBeGreaterThan(data[1].audit_id);
    expect(next_cursor).toEqual(expect.any(String));
  });

  it('names the objects of an entry, and shows a single entry by its ID', async () => {
    const campaign_id = await newCampaign(daemon, { name: 'Named' });
    done(await owner.call('publishCampaign', { params: { campaign_id } }));
    const { code } = await addCode(daemon, campaign_id, 'NAMED-1', { use_as_referral: 'Y' });
    const code_ids = [];
    for (const creator_id of ['ann', 'bob']) {
      const body = { creator_id, redemption_code: code, code: `NAMED-${creator_id}` };
      code_ids.push(done(await daemon.server.call('createCreatorCode', { body })).code_id);
    }
    done(await owner.call('decideCreatorCodes', { body: { code_ids, decision: 'approve' } }));
    const body = { url: 'https://hooks.invalid/', events: ['code.created'] as const };
    done(await owner.call('createWebhook', { body: { ...body, events: [...body.events] } }));
    const [webhook, decision, created, published] = (await list('limit=4')).data;
    expect(webhook).toMatchObject({ entity: 'webhook', entity_name: 'https://hooks.invalid/', value_names: [] });
    expect(decision).toMatchObject({
      entity_name: 'NAMED-ann, NAMED-bob',
      value_names: code_ids.map((id, at) => ({
        field: 'code_id',
        id: String(id),
        name: ['NAMED-ann', 'NAMED-bob'][at],
      })),
    });
    expect(created).toMatchObject({
      entity_name: 'NAMED-1',
      value_names: [{ field: 'campaign_id', id: String(campaign_id), name: 'Named' }],
    });
    expect(published).toMatchObject({ entity: 'campaign', entity_name: 'Named' });
    expect((await list(`audit_id=${created.audit_id}`)).data).toEqual([created]);
    expect((await list('audit_id=999999')).data).toEqual([]);
    await writeRow(daemon, 7);
    expect((await list('limit=1')).data[0]).toMatchObject({ entity: 'test', entity_name: null, value_names: [] });
  });

  it('can be read page by page to its end, each row once', async () => {
    for (let n = 0; n < 7; n += 1) await writeRow(daemon, n);
    const all = (await list('limit=100')).data;
    const paged = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: unknown[]; next_cursor: string | null } = await list(
        `limit=3${cursor ? `&cursor=${cursor}` : ''}`,
      );
      paged.push(...page.data);
      cursor = page.next_cursor;
      // A row that is written now sorts before the first page, so later pages do not shift.
      await writeRow(daemon, 100);
    }
    expect(paged).toEqual(all);
  });

  it('can be filtered', async () => {
    await writeRow(daemon, 55);
    const { staff_id } = (await list('limit=1&entity=test')).data[0].staff;
    const counts = async (query: string) => (await list(`limit=100&${query}`)).data.length;
    const all = await counts('');
    const keys = await counts('action=api_key.');
    expect(keys).toBeGreaterThan(0);
    expect(await counts('action=API_KEY.')).toBe(0);
    expect(await counts('action=api%')).toBe(0);
    expect(await counts('entity=api_key')).toBe(keys);
    expect(await counts('entity=test&entity_id=55')).toBe(1);
    expect(await counts(`staff_id=${staff_id}`)).toBe(all - keys);
    expect(await counts('staff_id=999999')).toBe(0);
    expect(await counts(`from=${iso(START + 55)}&to=${iso(START + 56)}`)).toBe(1);
    expect(await counts(`entity=test&to=${iso(START + 2)}`)).toBe(2);
    expect(await counts('q=sUMMer')).toBe(1);
    expect(await counts(`q=${OWNER.email}`)).toBe(all - keys);
    expect(await counts('q=_')).toBeLessThan(all);
    expect(await counts('q=nothing+like+it')).toBe(0);
  });

  it.each(['cursor=x', 'cursor=W10', 'cursor=WyJhIl0', 'cursor=WzEuNV0', 'cursor=WzEsMl0', 'cursor=bnVsbA'])(
    'refuses %s',
    async (query) => {
      const refused = await owner.call('listAudit', { query: queryOf(query) });
      expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
      expect(pointersOf(refused)).toEqual(['#/query/cursor']);
    },
  );

  it.each(['limit=0', 'limit=101', 'from=yesterday', 'staff_id=0', 'before=1'])('refuses %s', async (query) => {
    expect(shape(await owner.call('listAudit', { query: queryOf(query) }))).toEqual(refusal(400, 'invalid_request'));
  });
});

describe.each(STORY_DATABASES)('the chain of the audit log on %s', (database) => {
  const rows = async (url: string) =>
    (await runSql(url, 'select audit_id from audit_log order by audit_id')).map(({ audit_id }) => Number(audit_id));

  it('is intact after many simultaneous requests have written 200 rows', async () => {
    const daemon = await startTestDaemon({ database });
    const second =
      database === 'postgres' ? await startTestDaemon({ databaseUrl: daemon.databaseUrl }) : { ...daemon, close() {} };
    const both = [daemon, second];
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => untilAnswered(() => writeRow(both[n % 2] as TestDaemon, n))),
    );
    const ids = await rows(daemon.databaseUrl);
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    // If a row was committed but the response came too late, the retry writes the same row again.
    const written = await runSql(daemon.databaseUrl, "select distinct entity_id from audit_log where entity = 'test'");
    expect(written).toHaveLength(200);
    expect(await faultsIn(daemon)).toEqual([]);
    await second.close();
    await daemon.close();
  });

  /** Writes ten rows to a log, recording the head after each, and runs `work` on it. */
  async function withLog(work: (daemon: TestDaemon, ids: number[], heads: AuditHead[]) => Promise<void>, env = {}) {
    const daemon = await startTestDaemon({ database, env, booksMayDiffer: true });
    const heads: AuditHead[] = [];
    for (let n = 0; n < 10; n += 1) {
      await writeRow(daemon, n);
      heads.push((await daemon.db.read(findAuditHead)) as AuditHead);
    }
    try {
      const ids = await rows(daemon.databaseUrl);
      await work(daemon, ids, heads);
    } finally {
      await daemon.close();
    }
  }
  const at = (ids: number[], place: number) => ids.at(place) as number;

  const edits = [
    "after = '{}'",
    'after = null',
    'staff_id = 99',
    'at = at + 1',
    "action = 'x'",
    "entity_id = ''",
    "mac = ''",
  ];
  it('shows each row that was edited', () =>
    withLog(async (daemon, ids) => {
      const url = daemon.databaseUrl;
      expect(await faultsIn(daemon)).toEqual([]);
      for (const edit of edits) {
        const id = at(ids, -5);
        const columns = 'audit_id, at, staff_id, action, entity, entity_id, before, after, mac, mac_key_id';
        await runSql(url, `create table kept as select * from audit_log where audit_id = ${id}`);
        await runSql(url, `update audit_log set ${edit} where audit_id = ${id}`);
        expect((await faultsIn(daemon))[0], edit).toBe(`row ${id}`);
        await runSql(url, `delete from audit_log where audit_id = ${id}`);
        await runSql(url, `insert into audit_log (${columns}) select ${columns} from kept`, 'drop table kept');
      }
      expect(await faultsIn(daemon)).toEqual([]);
    }));

  it('shows where a row was deleted', () =>
    withLog(async (daemon, ids) => {
      const url = daemon.databaseUrl;
      await runSql(url, `delete from audit_log where audit_id = ${at(ids, -4)}`);
      expect(await faultsIn(daemon)).toEqual([`row ${at(ids, -3)}`]);
    }));

  it('shows an inserted row, and continues after it', () =>
    withLog(async (daemon, ids) => {
      const url = daemon.databaseUrl;
      const id = at(ids, -1) + 1;
      const columns = 'at, staff_id, action, entity, entity_id, before, after';
      await runSql(
        url,
        `insert into audit_log (audit_id, ${columns}) select ${id}, ${columns} from audit_log where audit_id = ${id - 1}`,
      );
      expect(await faultsIn(daemon)).toEqual([`row ${id}`]);
      await writeRow(daemon, 1);
      expect(await faultsIn(daemon)).toEqual([`row ${id}`]);
    }));

  it('shows that its last rows were deleted, even if the head is set to the last remaining row', () =>
    withLog(async (daemon, ids) => {
      const url = daemon.databaseUrl;
      const left = at(ids, -4);
      await runSql(url, `delete from audit_log where audit_id > ${left}`);
      expect(await faultsIn(daemon)).toEqual(['head']);
      await runSql(url, `update audit_head set audit_id = ${left}`);
      expect(await faultsIn(daemon)).toEqual(['head']);
      await runSql(url, `update audit_head set mac = (select mac from audit_log where audit_id = ${left})`);
      expect(await faultsIn(daemon)).toEqual(['head']);
      await runSql(url, 'delete from audit_head');
      expect(await faultsIn(daemon)).toEqual(['head']);
    }));

  it('is checked by `redeemd verify`, which also looks for the recorded heads that it is given', () =>
    withLog(async (daemon, ids, heads) => {
      const verify = (...args: string[]) =>
        spawnSync(process.execPath, [join(root, 'daemon/dist/main.js'), 'verify', ...args], {
          env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: daemon.databaseUrl },
          encoding: 'utf8',
        });
      const [first, last] = [heads[0], heads.at(-1)].map((head) => `${head?.audit_id}:${head?.mac}`) as [
        string,
        string,
      ];
      const whole = verify('--audit-head', first, '--audit-head', last);
      expect([whole.status, whole.stdout]).toEqual([0, 'No differences.\n']);
      expect(verify('--audit-head', 'yesterday')).toMatchObject({ status: 1, stdout: '' });
      await runSql(daemon.databaseUrl, `update audit_log set staff_id = 7 where audit_id = ${at(ids, -2)}`);
      const broken = verify('--audit-head', `1:${'0'.repeat(64)}`);
      expect(broken.status).toBe(1);
      expect(broken.stdout).toMatch(new RegExp(`^audit_log +row ${at(ids, -2)} `, 'm'));
      expect(broken.stdout).toMatch(/^audit_log +earlier head 1 +not in the chain/m);
    }));

  it('shows a head that was replaced', () =>
    withLog(async (daemon) => {
      const url = daemon.databaseUrl;
      await runSql(url, `update audit_head set mac = '${'0'.repeat(64)}'`);
      expect(await faultsIn(daemon)).toEqual(['head']);
    }));

  it('does not contain heads recorded later if the whole log is restored to an earlier state', () =>
    withLog(async (daemon, ids, heads) => {
      const url = daemon.databaseUrl;
      expect(await faultsIn(daemon, heads)).toEqual([]);
      const [earlier, ...later] = heads.slice(5) as [AuditHead, ...AuditHead[]];
      await runSql(url, `delete from audit_log where audit_id > ${earlier.audit_id}`);
      await runSql(url, `update audit_head set audit_id = ${earlier.audit_id}, mac = '${earlier.mac}'`);
      expect(await faultsIn(daemon)).toEqual([]);
      expect(await faultsIn(daemon, [earlier])).toEqual([]);
      expect(await faultsIn(daemon, heads)).toEqual(later.map(({ audit_id }) => `earlier head ${audit_id}`));
      await runSql(url, 'delete from audit_head', 'delete from audit_log');
      expect(await faultsIn(daemon)).toEqual([]);
      expect(await faultsIn(daemon, [earlier])).toEqual([`earlier head ${earlier.audit_id}`]);
      expect(ids.length).toBeGreaterThan(9);
    }));

  it('reports rows whose key this daemon does not have', () => {
    const REDEEMD_SECRET_KEY = 'a secret of this test, long enough';
    return withLog(
      async (daemon, ids) => {
        expect(await faultsIn(daemon, [], REDEEMD_SECRET_KEY)).toEqual([]);
        expect(await faultsIn(daemon)).toEqual([`rows ${ids[0]} to ${at(ids, -1)}`]);
        expect(await faultsIn(daemon, [], 'another secret of this test, as long')).toHaveLength(1);
      },
      { REDEEMD_SECRET_KEY },
    );
  });

  it('starts after rows that are older than the chain', async () => {
    const daemon = await startTestDaemon({ database, booksMayDiffer: true });
    const url = daemon.databaseUrl;
    const columns = 'at, staff_id, action, entity, entity_id, before, after';
    await runSql(url, 'update audit_log set mac = null, mac_key_id = null', 'delete from audit_head');
    await runSql(url, `insert into audit_log (audit_id, ${columns}) select audit_id + 10, ${columns} from audit_log`);
    expect(await faultsIn(daemon)).toEqual([]);
    await writeRow(daemon, 1);
    await writeRow(daemon, 2);
    expect(await faultsIn(daemon)).toEqual([]);
    await daemon.close();
  });

  it('has its head written to the daemon’s log at each start', async () => {
    const lines: { message: string; fields: Record<string, unknown> }[] = [];
    const log: Log = {
      ...silentLog,
      info: (message, fields = {}) => void lines.push({ message, fields: { ...fields } }),
    };
    const daemon = await startTestDaemon({ database });
    await writeRow(daemon, 1);
    const again = startTestDaemon({ databaseUrl: daemon.databaseUrl, log, booksMayDiffer: true });
    // A SQLite file can be open in only one daemon, so the first daemon closes it.
    if (database === 'sqlite') await daemon.db.close();
    const second = await again;
    await expect.poll(() => lines.filter(({ message }) => message === 'audit head')).toHaveLength(1);
    const [{ fields }] = lines.filter(({ message }) => message === 'audit head') as [(typeof lines)[0]];
    const noted = parseHead(`${fields.auditId}:${fields.mac}`);
    expect(noted).not.toBeNull();
    await writeRow(second, 2);
    expect(await faultsIn(second, noted ? [noted] : [])).toEqual([]);
    await second.close();
    await daemon.close();
  });
});
