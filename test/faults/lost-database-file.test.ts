import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { watchFile } from '../../daemon/db/sqlite/file-watch.ts';
import { backupSqlite, openSqlite } from '../../daemon/db/sqlite/sqlite-database.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { spawnDaemon, startTestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// The SQLite file is deleted, replaced or linked while a daemon is running.

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redeemd-lost-'));
  file = join(folder, 'redeem.db');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const url = (name = file) => `sqlite:${name}`;

const WITHIN_MS = 2000;
const REDEEMS = 20;
/** Keeps redeeming after the fault. @returns what the daemon logged, and its responses once it had checked its file */
async function redeemAfter(fault: () => void, isLost = true) {
  const errors: string[] = [];
  const log = { ...silentLog, error: (message: string) => void errors.push(message) };
  const daemon = await startTestDaemon({ databaseUrl: url(), log });
  await addCode(daemon, await runningCampaign(daemon), 'OPEN');
  fault();
  const faultAt = performance.now();
  let serial = 0;
  const redeem = async () => {
    serial += 1;
    return (await daemon.server.call('redeem', { body: { user_id: `u${serial}`, code: 'OPEN' } })).status;
  };
  await until('the daemon has checked its file', async () => {
    await redeem();
    return errors.length > 0 || (!isLost && performance.now() > faultAt + WITHIN_MS);
  });
  const late: number[] = [];
  for (let n = 0; n < REDEEMS; n += 1) late.push(await redeem());
  const ready = await fetch(`${daemon.url}/readyz`);
  const { detail } = (await ready.json()) as { detail?: string };
  await daemon.close();
  return { errors, late: new Set(late), ready: ready.status, detail };
}

const lost = {
  errors: ['The daemon lost its database'],
  late: new Set([503]),
  ready: 503,
  detail: expect.stringMatching(/^This daemon has lost its database: the file was deleted, replaced or overwritten/),
};

describe('a daemon whose database file', () => {
  it('is deleted refuses everything as soon as it has checked the file, and names the reason', async () => {
    expect(await redeemAfter(() => rmSync(file))).toEqual(lost);
  });

  it('is replaced refuses everything, too', async () => {
    const replace = () => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    };
    expect(await redeemAfter(replace)).toEqual(lost);
  });

  it('is overwritten in place by a backup refuses everything, too', async () => {
    await (await startTestDaemon({ databaseUrl: url() })).close();
    await backupSqlite(file, `${file}.backup`);
    expect(await redeemAfter(() => copyFileSync(`${file}.backup`, file))).toEqual(lost);
  });

  it('is unchanged continues to serve requests', async () => {
    expect(await redeemAfter(() => {}, false)).toEqual({ errors: [], late: new Set([200]), ready: 200 });
  });

  it('is also reachable through a link refuses a second daemon', async () => {
    const daemon = await startTestDaemon({ databaseUrl: url() });
    const link = join(folder, 'link.db');
    symlinkSync(file, link);
    await expect(spawnDaemon(url(link))).rejects.toThrow(`Another redeemd process is using ${file}`);
    await daemon.close();
  });
});

describe('a daemon checks its file often enough to notice within two seconds that it', () => {
  it.each<[string, () => void]>([
    ['deleted', () => rmSync(file)],
    ['replaced', () => renameSync(`${file}.other`, file)],
    ['overwritten', () => copyFileSync(`${file}.other`, file)],
  ])('was %s', async (how, fault) => {
    for (const name of [file, `${file}.other`]) {
      await migrate(url(name));
      await (await openSqlite(name, { exclusive: true })).close();
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lost: string[] = [];
    const watch = watchFile(file, ({ message }) => void lost.push(message));
    vi.advanceTimersByTime(10 * WITHIN_MS);
    expect(lost).toEqual([]);
    fault();
    vi.advanceTimersByTime(WITHIN_MS);
    expect(lost).toEqual([expect.stringContaining(`${file} was ${how} while the daemon was running`)]);
    watch.stop();
    watch.release();
  });
});

describe('a start', () => {
  it.each([
    ['missing', () => rmSync(file)],
    ['empty', () => writeFileSync(file, '')],
  ])('is refused if the file is %s but its key file exists', async (what, lose) => {
    await (await startTestDaemon({ databaseUrl: url() })).close();
    lose();
    await expect(startTestDaemon({ databaseUrl: url() })).rejects.toThrow(
      `${file} is ${what}, but its key file ${file}.key exists`,
    );
  });

  it('is refused if the path is a folder', async () => {
    await expect(startTestDaemon({ databaseUrl: url(folder) })).rejects.toThrow(`${folder} is not a file`);
  });
});
