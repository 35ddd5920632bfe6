import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { QUESTION } from '../../daemon/db/postgres/postgres-servers.ts';
import { startTestDaemon, testDatabase } from '../support/world/daemon.ts';
import { freshDatabase, startPostgres } from '../support/world/postgres.ts';
import { runSql } from '../support/world/sql.ts';
import { failWrites, judgeWrites, readOnly } from './failed-writes.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0).reverse()) await close();
});

test('a commit that waits for a missing standby: the daemon is not ready, and recovers automatically', {
  timeout: 60_000,
}, async () => {
  const postgres = await startPostgres({ own: true });
  closing.push(postgres.stop);
  const { url } = await freshDatabase(postgres.url);
  const set = (names: string) =>
    runSql(postgres.url, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()');
  const facts = await failWrites({
    url,
    told: /a commit is not completing\.$/,
    begin: () => set('absent'),
    end: () => set(''),
  });
  expect(judgeWrites(facts)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  'SQLite on a full disk: the daemon is not ready, and recovers automatically (needs root to mount the disk)',
  { timeout: 60_000 },
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'redeemd-disk-'));
    closing.push(() => rmSync(disk, { recursive: true }));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'none', disk]);
    closing.push(() => execFileSync('umount', [disk]));
    const ballast = join(disk, 'ballast');
    const facts = await failWrites({
      url: `sqlite:${join(disk, 'redeem.db')}`,
      told: /its disk is full\.$/,
      begin: async () => execFileSync('sh', ['-c', `cat /dev/zero > ${ballast} || true`], { stdio: 'ignore' }),
      end: async () => rmSync(ballast),
    });
    expect(judgeWrites(facts)).toEqual([]);
  },
);

test('sabotage: a daemon that does not check whether the database accepts writes stays ready', {
  timeout: 60_000,
}, async () => {
  const storage = await testDatabase('postgres');
  closing.push(storage.drop);
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<pg.QueryResult>;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked, values] = args as [{ text?: string }, unknown];
    if (asked.text === QUESTION)
      return query.apply(this, args).then(({ rows }) => ({ rows: rows.map((row) => ({ ...row, read_only: false })) }));
    return Array.isArray(values) && values.includes('write-probe')
      ? Promise.resolve({ rows: [] })
      : query.apply(this, args);
  } as typeof pg.Client.prototype.query);
  const start = async (databaseUrl: string) => {
    const daemon = await startTestDaemon({ databaseUrl });
    const end = async () => {
      await daemon.close();
      return { code: 0, signal: null };
    };
    return { url: daemon.url, process: {} as never, end };
  };
  const facts = await failWrites({ url: storage.url, told: /read-only/, ...readOnly(storage.url), start });
  expect(judgeWrites(facts)).toContainEqual(expect.stringContaining('never told'));
});
