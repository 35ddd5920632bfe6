import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { openDatabase } from '../../daemon/db/open.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { exportLedger } from '../../daemon/features/ledger-export/export-ledger.ts';
import { canMakeDisks, makeTestDisk, type TestDisk } from '../support/faults/test-disk.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { daysOf, ledgerFolder, rowsIn } from '../support/world/ledger-files.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

const DAY = 86_400_000;
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-ledger-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const draftsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));
const today = Math.floor(Date.now() / DAY) * DAY;
const dateOf = (daysAgo: number) => new Date(today - daysAgo * DAY).toISOString().slice(0, 10);

/** Creates a database with this many payments on days before today, in UTC. */
async function databaseWith(kind: DatabaseKind, days: Record<number, number>) {
  const fresh = await testDatabase(kind, { isMigrated: true, booksMayDiffer: true });
  opened.push(fresh.drop);
  for (const [daysAgo, count] of Object.entries(days)) {
    const from = today - Number(daysAgo) * DAY;
    await runSql(
      fresh.url,
      `insert into payments (game_id, user_id, amount, counted_code_ids, created_at, received_at)
       with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
       select 'game', 'player-' || (i * 7919 % 100003), 100 + i, '[]', ${from} + i, ${from} + i from n`,
    );
  }
  const db = await openDatabase(fresh.url, { exclusive: false });
  opened.push(() => db.close());
  await seedOrganisation(db, today);
  const { signal } = new AbortController();
  const exportTo = (folder: string) => exportLedger(db, { folder, now: Date.now(), players: 'plain', signal });
  return { db, exportTo, env: { REDEEMD_DATABASE_URL: fresh.url } };
}

/** Runs the command as a separate process; `meddle` can end it. */
function redeemd(
  args: readonly string[],
  env: Record<string, string>,
  meddle?: (kill: (signal: NodeJS.Signals) => void) => Promise<void>,
) {
  const child = spawn(process.execPath, [join(root, 'daemon/dist/main.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', REDEEMD_LOG_LEVEL: 'error', ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += chunk));
  child.stderr.on('data', (chunk) => (said.err += chunk));
  void meddle?.((signal) => void child.kill(signal));
  return new Promise<{ code: number | null; signal: NodeJS.Signals | null; out: string; err: string }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...said })),
  );
}

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  'on %s, a day of 100,000 payments is written with a heap that could not hold it, and a kill leaves no partial file',
  { timeout: 300_000 },
  async (kind) => {
    const { env } = await databaseWith(kind, { 2: 100_000, 3: 10 });
    const folder = newFolder();
    const args = ['ledger', 'export', '--from', dateOf(3), '--to', dateOf(2), '--dir', folder, '--players', 'hashed'];
    const killed = await redeemd(args, env, async (kill) => {
      await until(
        'a large draft has been started',
        () => daysOf(folder, 'payments').length === 2 && draftsIn(folder).length > 0,
      );
      kill('SIGKILL');
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(rowsIn(folder, 'payments', dateOf(3))).toHaveLength(10);
    expect(readdirSync(ledgerFolder(folder, 'payments', dateOf(2)))).toEqual([expect.stringMatching(/^\.redeemd-/)]);
    for (const draft of draftsIn(folder)) rmSync(join(folder, draft));
    const ended = await redeemd(args, { ...env, NODE_OPTIONS: '--max-old-space-size=60' });
    expect(ended, ended.err).toMatchObject({ code: 0 });
    expect(ended.out).toMatch(/^Wrote 100\d{3} rows in 5 folders to .*ledger\.\n$/);
    expect(new Set(rowsIn(folder, 'payments', dateOf(2)).map(({ payment_id }) => payment_id)).size).toBe(100_000);
    for (const [wrong, reason] of [
      [['--from', dateOf(2), '--to', dateOf(3)], '--from must not be after --to'],
      [['--from', dateOf(2), '--to', dateOf(-1)], '--to must be a day that ended at least an hour ago in UTC'],
      [['--from', '2026-02-30', '--to', dateOf(3)], 'It must be a day, such as 2026-11-20'],
    ] as const)
      expect(await redeemd(['ledger', 'export', ...wrong, '--dir', folder], env)).toMatchObject({
        ...{ code: 1, err: expect.stringContaining(reason) },
      });
    const erased = await redeemd(['erase-user', 'player-7919'], env);
    expect(erased).toMatchObject({ code: 0, out: expect.stringContaining(`  ledger/payments/day=${dateOf(2)}\n`) });
    expect(erased.out).toMatch(/In files with hashed IDs, the player’s ID is [0-9a-f]{64}\.\n/);
    const [, hash = 'none'] = /the player’s ID is (\w+)/.exec(erased.out) ?? [];
    expect(rowsIn(folder, 'payments', dateOf(2)).filter(({ user_id }) => user_id === hash).length).toBeGreaterThan(0);
  },
);

test.skipIf(!canMakeDisks())(
  'on a full disk, the export fails, names the reason and leaves no file of the day; the next run writes it',
  { timeout: 120_000 },
  async () => {
    const disk = makeTestDisk(8) as TestDisk;
    opened.push(disk.remove);
    const { exportTo, db } = await databaseWith('sqlite', { 2: 1000, 3: 60_000 });
    const { bavail, bsize } = statfsSync(disk.path);
    const filler = join(disk.path, 'filler');
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 300_000)));
    await expect(exportTo(disk.path)).rejects.toThrow(
      /^The rows of .* in the table payments cannot be written to .*: ENOSPC: no space left/,
    );
    expect(readdirSync(ledgerFolder(disk.path, 'payments', dateOf(3)))).toEqual([]);
    // The smaller day fits on the disk.
    expect(rowsIn(disk.path, 'payments', dateOf(2))).toHaveLength(1000);
    rmSync(filler);
    await exportTo(disk.path);
    expect(rowsIn(disk.path, 'payments', dateOf(3))).toHaveLength(60_000);
    expect(await db.read(({ db, t }) => db.select().from(t.ledger_days))).toHaveLength(2);
  },
);
