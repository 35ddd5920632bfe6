import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { openDatabase } from '../../daemon/db/open.ts';
import { archiveDays } from '../../daemon/features/event-archive/archive-days.ts';
import { daysOfDatabase } from '../../daemon/features/event-archive/event-days.ts';
import { sdkEventItem, storeEvents } from '../support/database/events.ts';
import { canMakeDisks, makeTestDisk, type TestDisk } from '../support/faults/test-disk.ts';
import { startBucket } from '../support/world/bucket.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { bytesOf, dayFolder, filesAsFound, filesOfDay, linesOfDay, manifestOf } from '../support/world/event-files.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;
const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

/** Runs the command as a separate process; `meddle` can end it. */
function redeemd(
  args: string[],
  env: Record<string, string>,
  meddle?: (kill: (signal: NodeJS.Signals) => void) => Promise<void>,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, 'daemon/dist/main.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', REDEEMD_LOG_LEVEL: 'error', ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += chunk));
  child.stderr.on('data', (chunk) => (said.err += chunk));
  void meddle?.((signal) => void child.kill(signal));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, ...said })));
}

describe.each<DatabaseKind>(['sqlite', 'postgres'])('the export of events on %s', (kind) => {
  const opened: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-archive-'));
    opened.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  async function databaseWith(days: Record<number, number>, lines = 3) {
    const fresh = await testDatabase(kind, { isMigrated: true });
    opened.push(fresh.drop);
    const db = await openDatabase(fresh.url, { exclusive: false });
    opened.push(() => db.close());
    for (const [daysAgo, count] of Object.entries(days)) {
      const day = today - Number(daysAgo) * DAY;
      const details = { text: 'a line of some length, so that a day has several pages '.repeat(lines) };
      const items = Array.from({ length: count }, (_, n) =>
        sdkEventItem(day + (n % 86_400) * 1000, { userId: `player-${n}`, details }),
      );
      await storeEvents(db, items, Date.now());
    }
    return { db, env: { REDEEMD_DATABASE_URL: fresh.url } };
  }
  const days = (from: number, to: number) => ['--from', dateOf(today - from * DAY), '--to', dateOf(today - to * DAY)];

  test('writes complete days while a daemon is running, and reports what it wrote', {
    timeout: 120_000,
  }, async () => {
    const daemon: TestDaemon = await startTestDaemon({ database: kind });
    opened.push(daemon.close);
    const folder = join(newFolder(), 'made', 'anew');
    const env = { REDEEMD_DATABASE_URL: daemon.databaseUrl };
    const items = [1, 2, 2, 4].map((ago) => sdkEventItem(today - ago * DAY));
    await storeEvents(daemon.db, items, Date.now());
    const run = (...args: string[]) => redeemd(['events', 'export', ...args, '--dir', folder], env);
    expect(await run(...days(3, 1))).toEqual({
      ...{ code: 0, signal: null },
      out: `Wrote 3 events from 2 days to ${join(folder, 'events')}. The files contain player IDs.\n`,
      err: `${dateOf(today - 2 * DAY)}: 2 events\n${dateOf(today - DAY)}: 1 event\n`,
    });
    expect(readdirSync(join(folder, 'events'))).toEqual([2, 1].map((ago) => `day=${dateOf(today - ago * DAY)}`));
    expect(linesOfDay(folder, dateOf(today - 2 * DAY))).toHaveLength(2);
    for (const [args, reason] of [
      [days(1, 2), '--from must not be after --to'],
      [days(1, 0), '--to must be a day that has ended in UTC'],
      [['--from', '2026-02-30', '--to', '2026-03-01'], 'It must be a day, such as 2026-11-20'],
      [['--from', '2026-02-01'], "'--to <day>' not specified"],
    ] as const)
      expect(await run(...args)).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
    const inTheWay = join(newFolder(), 'file');
    writeFileSync(inTheWay, '');
    expect(await redeemd(['events', 'export', ...days(1, 1), '--dir', inTheWay], env)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('cannot be created or is not writable') },
    });
    // After an erasure, the command reminds the operator that it has not changed the files.
    const erased = await redeemd(['erase-user', 'player'], env);
    expect(erased).toMatchObject({
      code: 0,
      out: expect.stringContaining('SDK event files and ledger files were not changed'),
    });
  });

  test('leaves complete files or none if it is killed at any point; the next run writes the rest', {
    timeout: 240_000,
  }, async () => {
    const { env } = await databaseWith({ 1: 6_000, 2: 6_000 });
    const folder = newFolder();
    const args = ['events', 'export', ...days(2, 1), '--dir', folder];
    const drafts = (place = folder) =>
      readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));
    for (let round = 1; round <= 3; round += 1) {
      const isAmid = () => drafts().length >= round;
      const ended = await redeemd(args, env, async (kill) => {
        await until('a draft has been started', isAmid);
        await sleep(round * 15);
        kill('SIGKILL');
      });
      expect(ended.signal).toBe('SIGKILL');
      for (const ago of [2, 1]) {
        const date = dateOf(today - ago * DAY);
        // Reading throws if a file is not complete.
        if (filesOfDay(folder, date).length > 0) expect(linesOfDay(folder, date)).toHaveLength(6_000);
      }
    }
    expect(drafts().length).toBeGreaterThan(0);
    expect(await redeemd(args, env)).toMatchObject({ code: 0 });
    for (const ago of [2, 1]) {
      const date = dateOf(today - ago * DAY);
      expect(manifestOf(folder, date)).toMatchObject({ events: 6_000, files: filesAsFound(folder, date) });
    }
    const other = newFolder();
    const stopped = await redeemd([...args.slice(0, -1), other], env, async (kill) => {
      await until('a draft has been started', () => drafts(other).length > 0);
      kill('SIGTERM');
    });
    expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('Stopped by SIGTERM') });
    expect(drafts(other)).toEqual([]);
  });

  test('writes a day of 65 MB to a bucket or a folder with a heap that could not hold it; drafts of a killed run are removed after an hour', {
    timeout: 240_000,
  }, async () => {
    const { env } = await databaseWith({ 2: 28_000 }, 40);
    const bucket = await startBucket();
    opened.push(bucket.close);
    const temporary = newFolder();
    const { s3Endpoint, s3Region, s3KeyId, s3Secret } = bucket.access;
    const small = { ...env, NODE_OPTIONS: '--max-old-space-size=60' };
    const s3 = {
      ...{ REDEEMD_S3_ENDPOINT: s3Endpoint, REDEEMD_S3_REGION: s3Region, REDEEMD_S3_KEY_ID: s3KeyId },
      ...{ REDEEMD_S3_SECRET: s3Secret, TMPDIR: temporary },
    };
    const to = (dir: string) => ['events', 'export', ...days(2, 2), '--dir', dir];
    const args = to('s3://archive');
    const killed = await redeemd(args, { ...small, ...s3 }, async (kill) => {
      await until('a draft has been started', () => readdirSync(temporary, { recursive: true }).length > 1);
      kill('SIGKILL');
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(bucket.keys()).toEqual([]);
    const [abandoned = ''] = readdirSync(temporary);
    const [draft = ''] = readdirSync(join(temporary, abandoned));
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const path of [join(temporary, abandoned, draft), join(temporary, abandoned)])
      utimesSync(path, longAgo, longAgo);
    const ended = await redeemd(args, { ...small, ...s3 });
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('1 day to s3://archive/events.') });
    expect(readdirSync(temporary)).toEqual([]);
    const date = dateOf(today - 2 * DAY);
    const place = `events/day=${date}`;
    expect(bucket.keys()).toEqual([`${place}/_manifest.json`, `${place}/part-000000000000-00000.ndjson.gz`]);
    const text = gunzipSync(bucket.bytesOf(`${place}/part-000000000000-00000.ndjson.gz`));
    expect(text.length).toBeGreaterThan(62_000_000);
    expect(await redeemd(args, env)).toMatchObject({ code: 1, err: expect.stringContaining('set REDEEMD_S3_KEY_ID') });
    const folder = newFolder();
    const here = await redeemd(to(folder), small);
    expect(here, here.err).toMatchObject({ code: 0 });
    expect(filesAsFound(folder, date).map(({ events }) => events)).toEqual([28_000]);
    expect(gunzipSync(bytesOf(folder, date, 'part-000000000000-00000.ndjson.gz')).equals(text)).toBe(true);
  });

  test.skipIf(!canMakeDisks())(
    'fails on a full disk, names the reason and loses nothing',
    { timeout: 120_000 },
    async () => {
      const disk = makeTestDisk(8) as TestDisk;
      opened.push(disk.remove);
      const { db, env } = await databaseWith({ 2: 3000, 3: 20_000 });
      const { bavail, bsize } = statfsSync(disk.path);
      const filler = join(disk.path, 'filler');
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 400_000)));
      const archive = () =>
        archiveDays(db, daysOfDatabase(db), { folder: disk.path, now: today, signal: new AbortController().signal });
      await expect(archive()).rejects.toThrow(/cannot be written to .*: ENOSPC: no space left/);
      expect(readdirSync(dayFolder(disk.path, dateOf(today - 3 * DAY)))).toEqual([]);
      // The smaller day fits on the disk.
      expect(linesOfDay(disk.path, dateOf(today - 2 * DAY))).toHaveLength(3000);
      rmSync(filler);
      await archive();
      expect(linesOfDay(disk.path, dateOf(today - 3 * DAY))).toHaveLength(20_000);
      expect(await runSql(env.REDEEMD_DATABASE_URL, 'select events from archived_days order by day')).toEqual(
        [20_000, 3000].map((events) => ({ events: kind === 'sqlite' ? events : String(events) })),
      );
    },
  );
});
