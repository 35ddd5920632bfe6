import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../build/paths.mjs';
import { canMakeDisks, makeTestDisk } from '../support/faults/test-disk.ts';
import { startBucket } from '../support/world/bucket.ts';
import { type SpawnedDaemon, spawnDaemon } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

// These tests show what `redeemd doctor` reports about a SQLite file, and about the daemon that uses it.

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let file: string;
let daemon: SpawnedDaemon | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redeemd-doctor-'));
  file = join(folder, 'redeem.db');
});
afterEach(async () => {
  await daemon?.end('SIGKILL');
  daemon = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const url = () => `sqlite:${file}`;

/** Runs doctor. @returns its output and exit status, and a function that finds a line by its name */
function doctor(env: Record<string, string> = {}) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'daemon/dist/main.js'), 'doctor'], {
    env: { PATH: process.env.PATH, REDEEMD_DATABASE_URL: url(), REDEEMD_PORT: '0', ...env },
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter(Boolean);
  const told = (name: string) => lines.find((line) => line.slice(6).startsWith(`${name}: `)) ?? '';
  return { told, stdout, status };
}

async function runHere() {
  daemon = await spawnDaemon(url());
  return { REDEEMD_PORT: new URL(daemon.url).port };
}

/** Runs doctor while this process serves a bucket. @returns its output */
const doctorBeside = (env: Record<string, string>) =>
  new Promise<string>((resolve) => {
    const options = { env: { PATH: process.env.PATH, REDEEMD_DATABASE_URL: url(), REDEEMD_PORT: '0', ...env } };
    execFile(process.execPath, [join(root, 'daemon/dist/main.js'), 'doctor'], options, (_failed, out) => resolve(out));
  });

const isReady = async () => (await fetch(`${daemon?.url}/readyz`)).ok;

/** Adds files that fill the rest of the disk. */
const fillDisk = (path: string) => {
  for (let at = 0, size = 65_536; size > 256; at += 1)
    try {
      writeFileSync(join(path, `filler-${at}`), Buffer.alloc(size));
    } catch {
      size /= 2;
    }
};

it('doctor writes, reads and removes an object in a bucket', async () => {
  const bucket = await startBucket();
  try {
    const env = {
      REDEEMD_EVENTS_DIR: 's3://archive/games',
      REDEEMD_S3_ENDPOINT: bucket.access.s3Endpoint,
      ...{ REDEEMD_S3_KEY_ID: bucket.access.s3KeyId, REDEEMD_S3_SECRET: bucket.access.s3Secret },
    };
    expect(await doctorBeside(env)).toContain('ok    events folder: s3://archive/games can be written\n');
    expect(bucket.log.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE', 'GET']);
    expect(bucket.keys()).toEqual([]);
    const wrong = await doctorBeside({ ...env, REDEEMD_S3_SECRET: 'a wrong one' });
    expect(wrong).toContain('FAULT events folder: PUT _redeemd-doctor: 403 SignatureDoesNotMatch');
    expect(wrong).not.toContain('a wrong one');
    expect(await doctorBeside({ ...env, TMPDIR: '/dev/null' })).toContain('/dev/null is not writable: set TMPDIR');
  } finally {
    await bucket.close();
  }
});

it('doctor reports a healthy daemon', async () => {
  const env = await runHere();
  const { told, stdout } = doctor(env);
  expect(told('database')).toBe(`ok    database: opens, undamaged, ${file}`);
  expect(told('writes')).toMatch(/^ok {4}writes: a small row was written and removed, in \d+ ms$/);
  expect(told('daemon')).toBe(`ok    daemon: ready at http://127.0.0.1:${env.REDEEMD_PORT}, using the database file`);
  expect(stdout.split('\n').filter((line) => line.startsWith('FAULT') && !line.includes(' disk: '))).toEqual([]);
  // The test write leaves no row.
  expect(await runSql(url(), "SELECT * FROM job_runs WHERE job = 'write-probe'")).toEqual([]);
});

it('doctor reports that no daemon is running', async () => {
  await runHere();
  await daemon?.end();
  expect(doctor().told('daemon')).toBe('ok    daemon: no daemon is using the database file');
});

it('doctor reports a daemon that responds at another address', async () => {
  await runHere();
  const { told, status } = doctor({ REDEEMD_PORT: '9' });
  expect(told('daemon')).toContain(`FAULT daemon: a daemon is using ${file}, but none answers at http://127.0.0.1:9`);
  expect(told('daemon')).toContain('REDEEMD_HOST and REDEEMD_PORT');
  expect(status).toBe(1);
});

it('doctor reports a daemon of another database at its address', async () => {
  const env = await runHere();
  const { told } = doctor({ ...env, REDEEMD_DATABASE_URL: `sqlite:${join(folder, 'other.db')}` });
  expect(told('database')).toContain('No database at');
  expect(told('daemon')).toContain('FAULT daemon: the daemon at ');
});

describe.skipIf(!canMakeDisks())('on a small disk', () => {
  it('doctor reports free space in a suitable unit, and that nothing can be written once the disk is full', {
    timeout: 60_000,
  }, async () => {
    const disk = makeTestDisk(24);
    if (!disk) throw new Error('No disk');
    try {
      file = join(disk.path, 'redeem.db');
      const env = await runHere();
      const { bavail, bsize } = statfsSync(disk.path);
      const megabytes = Math.round((bavail * bsize) / 1e6);
      const before = doctor(env);
      expect(before.told('disk')).toMatch(/^FAULT disk: [\d.]+ MB free in .*, less than 1 GB: free some space/);
      expect(Math.abs(Number.parseFloat(before.told('disk').slice(12)) - megabytes)).toBeLessThan(2);
      expect(before.told('writes')).toContain('ok    writes:');
      fillDisk(disk.path);
      const { told, status } = doctor(env);
      expect(told('writes')).toContain('FAULT writes: the disk is full: free some space');
      expect(told('disk')).toMatch(/^FAULT disk: [\d.]+ (bytes|kB) free/);
      expect(status).toBe(1);
      await daemon?.end('SIGKILL');
    } finally {
      disk.remove();
    }
  });
});

describe('doctor reports a file', () => {
  it('that was deleted while its daemon was running', async () => {
    const env = await runHere();
    renameSync(file, `${file}.away`);
    await until('not ready', async () => !(await isReady()));
    const { told } = doctor(env);
    expect(told('database')).toContain(`FAULT database: ${file} is missing, but its key file ${file}.key exists`);
    expect(told('daemon')).toMatch(/^FAULT daemon: .*\/readyz answers 503: This daemon has lost its database/);
  });

  it('that was replaced by an undamaged one while its daemon was running', async () => {
    const env = await runHere();
    // The copy has the same header as the original, so only the daemon can notice the replacement. Doctor gets this
    // fault from the daemon.
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await until('not ready', async () => !(await isReady()));
    const { told, status } = doctor(env);
    expect(told('daemon')).toContain('This daemon has lost its database');
    // The write-ahead log belongs to the earlier file; opening the new file would write the log into it.
    expect(told('database')).toContain('FAULT database: not opened');
    expect(status).toBe(1);
  });

  it('that is next to the log of another file, and does not open it', async () => {
    await runHere();
    await daemon?.end();
    copyFileSync(file, `${file}.copy`);
    await runHere();
    await runSql(url(), 'CREATE TABLE later (id integer)');
    await daemon?.end('SIGKILL');
    copyFileSync(`${file}.copy`, file);
    const before = readFileSync(`${file}-wal`).toString('base64');
    expect(doctor().told('database')).toContain(`FAULT database: ${file}-wal belongs to another state`);
    expect(readFileSync(`${file}-wal`).toString('base64')).toBe(before);
  });

  it('that is damaged', async () => {
    await runHere();
    await daemon?.end();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4096 * 3, 4096 * 9);
    writeFileSync(file, bytes);
    expect(doctor().told('database')).toMatch(/^FAULT database: .*damaged.*: restore the last backup/);
  });
});
