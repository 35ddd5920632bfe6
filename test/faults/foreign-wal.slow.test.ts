import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../build/paths.mjs';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { amountOf } from '../support/amounts.ts';
import { type SpawnedDaemon, spawnDaemon } from '../support/world/daemon.ts';
import { keptVersions, programOf } from '../support/world/kept-versions.ts';
import { runSql } from '../support/world/sql.ts';

// SQLite would combine a database with the write-ahead log next to it, even if the log belongs to another file or to a
// later state.

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redeemd-wal-'));
  file = join(folder, 'redeem.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const url = (name = file) => `sqlite:${name}`;
const program = join(root, 'daemon/dist/main.js');
const env = () => ({ PATH: process.env.PATH, REDEEMD_DATABASE_URL: url() });
const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { env: env(), encoding: 'utf8' });

const ROWS = 50;
/** Adds each row in its own transaction. */
const fill = (label: string) =>
  runSql(
    url(),
    ...Array.from(
      { length: ROWS },
      (_none, n) => `INSERT INTO job_runs (job, period, status, fence, started_at, error)
        VALUES ('filler', '${label}-${n}', 'done', 0, 0, '${'x'.repeat(500)}')`,
    ),
  );
const filled = async (label: string, name = file) => {
  const [row] = await runSql(url(name), `SELECT count(*) AS n FROM job_runs WHERE period LIKE '${label}-%'`);
  return row?.n;
};

async function begin(work?: (daemon: SpawnedDaemon) => unknown, signal: NodeJS.Signals = 'SIGTERM') {
  const daemon = await spawnDaemon(url());
  await work?.(daemon);
  await daemon.end(signal);
}
const crash = (work?: (daemon: SpawnedDaemon) => unknown) => begin(work, 'SIGKILL');

/** Adds rows that are only in the log, and crashes the daemon. */
const crashFilled = (label: string) => crash(() => fill(label));

const bytesOf = (name: string) => readFileSync(name).toString('base64');

async function expectRefused() {
  const before = [bytesOf(file), bytesOf(`${file}-wal`)];
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  await expect(begin()).rejects.toThrow(`${file}-wal belongs to another state of the database than ${file}`);
  const verified = run('verify');
  expect(verified).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`move ${file}-wal and ${file}-shm away`),
  });
  expect(run('backup', `${file}.more`).status).toBe(1);
  expect([bytesOf(file), bytesOf(`${file}-wal`)]).toEqual(before);
}

const moveLogAway = () => {
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
};

describe('a start is refused, and nothing is changed, if the file next to the log is', () => {
  it('a backup from the same run of the daemon', async () => {
    await begin(() => fill('early'));
    await crash(async () => {
      await fill('middle');
      expect(run('backup', `${file}.backup`).status).toBe(0);
      await fill('late');
    });
    copyFileSync(`${file}.backup`, file);
    await expectRefused();
    moveLogAway();
    await begin();
    expect([await filled('early'), await filled('middle'), await filled('late')]).toEqual([ROWS, ROWS, 0]);
    expect(run('verify')).toMatchObject({ status: 0, stdout: 'No differences.\n' });
  });

  it('a copy from before the last start', async () => {
    await begin(() => fill('early'));
    copyFileSync(file, `${file}.copy`);
    await crashFilled('late');
    copyFileSync(`${file}.copy`, file);
    await expectRefused();
    moveLogAway();
    await begin();
    expect([await filled('early'), await filled('late')]).toEqual([ROWS, 0]);
  });

  it('the file of another daemon', async () => {
    const mine = file;
    await crashFilled('mine');
    file = join(folder, 'other.db');
    await begin(() => fill('other'));
    copyFileSync(file, mine);
    file = mine;
    await expectRefused();
  });

  it('empty or missing', async () => {
    await crashFilled('late');
    rmSync(`${file}.key`);
    rmSync(file);
    await expect(begin()).rejects.toThrow('belongs to another state');
  });
});

describe('a start succeeds, with all stored data, after', () => {
  it('a crash, and many more crashes at random points during start-up', async () => {
    await crashFilled('first');
    for (let n = 0; n < amountOf('REDEEMD_KILLS'); n += 1) {
      const child = spawn(process.execPath, [program], { env: { ...env(), REDEEMD_PORT: '0' }, stdio: 'ignore' });
      await sleep(100 + Math.random() * 1200);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await begin();
    expect(await filled('first')).toBe(ROWS);
  });

  it('a crash of an earlier version', async () => {
    const [oldest] = keptVersions;
    const old = await spawnDaemon(url(), {}, { program: programOf(oldest ?? '') });
    await fill('old');
    await old.end('SIGKILL');
    await begin();
    expect(await filled('old')).toBe(ROWS);
  });

  it('a crash and a move of the folder, with and without the index of the log', async () => {
    await crashFilled('first');
    const first = file;
    for (const without of ['-none', '-shm']) {
      const place = join(folder, `moved${without}`);
      cpSync(first, join(place, 'redeem.db'));
      for (const end of ['-wal', '-shm', '.key'].filter((one) => one !== without))
        cpSync(`${first}${end}`, join(place, `redeem.db${end}`));
      file = join(place, 'redeem.db');
      await begin();
      expect(await filled('first')).toBe(ROWS);
    }
  });

  it('a crash, and the replacement of file and log with copies from an earlier crash', async () => {
    await crashFilled('first');
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${file}${end}.kept`);
    await crashFilled('second');
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}.kept`, `${file}${end}`);
    await begin();
    expect([await filled('first'), await filled('second')]).toEqual([ROWS, 0]);
  });

  it('a VACUUM while the daemon was running, and a crash', async () => {
    await crash(async () => {
      await fill('first');
      await runSql(url(), "DELETE FROM job_runs WHERE job = 'filler' AND period LIKE '%7'", 'VACUUM');
      await fill('second');
    });
    await begin();
    expect([await filled('first'), await filled('second')]).toEqual([0.9 * ROWS, ROWS]);
  });

  it('a backup that replaced a file without a log', async () => {
    await begin(() => fill('first'));
    expect(run('backup', `${file}.backup`).status).toBe(0);
    await begin(() => fill('second'));
    copyFileSync(`${file}.backup`, file);
    await begin();
    expect([await filled('first'), await filled('second')]).toEqual([ROWS, 0]);
  });
});

it('sabotage: without the check, SQLite combines a backup with the log of a later state', async () => {
  await begin(() => fill('early'));
  await crash(async () => {
    expect(run('backup', `${file}.backup`).status).toBe(0);
    await runSql(url(), "DELETE FROM job_runs WHERE period LIKE 'early-%'", 'VACUUM');
    await fill('late');
  });
  copyFileSync(`${file}.backup`, file);
  const db = openSqliteFile(file);
  const found = db.pragma('integrity_check(1)', { simple: true });
  const late = db.prepare("SELECT count(*) FROM job_runs WHERE period LIKE 'late-%'").pluck().get();
  db.close();
  // The file is now damaged, or contains rows that the backup did not contain.
  expect({ found, late }).not.toEqual({ found: 'ok', late: 0 });
});
