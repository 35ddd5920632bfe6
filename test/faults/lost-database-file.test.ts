import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupSqlite } from '../../daemon/db/sqlite/sqlite-database.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { spawnDaemon, startTestDaemon } from '../support/world/daemon.ts';

// C10: the SQLite file deleted, replaced or linked under a running daemon.

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redeemd-lost-'));
  file = join(folder, 'redeem.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const url = (name = file) => `sqlite:${name}`;

/** Redeems on and on for three seconds after the fault. @returns what was answered more than two seconds after it */
async function redeemAfter(fault: () => void) {
  const errors: string[] = [];
  const log = { ...silentLog, error: (message: string) => void errors.push(message) };
  const daemon = await startTestDaemon({ databaseUrl: url(), log });
  await addCode(daemon, await runningCampaign(daemon), 'OPEN');
  fault();
  const faultAt = performance.now();
  const late: number[] = [];
  for (let n = 0; performance.now() < faultAt + 3000; n += 1) {
    const { status } = await daemon.server.call('redeem', { body: { user_id: `u${n}`, code: 'OPEN' } });
    if (performance.now() > faultAt + 2000) late.push(status);
    await sleep(20);
  }
  const ready = await fetch(`${daemon.url}/readyz`);
  const { detail } = (await ready.json()) as { detail?: string };
  await daemon.close();
  return { errors, late: new Set(late), ready: ready.status, detail };
}

const lost = {
  errors: ['The database is lost to this daemon'],
  late: new Set([503]),
  ready: 503,
  detail: expect.stringMatching(/^The database is lost to this daemon: its file was deleted, replaced or overwritten/),
};

describe('a daemon whose database file', () => {
  it('is deleted refuses everything within two seconds, and says so', async () => {
    expect(await redeemAfter(() => rmSync(file))).toEqual(lost);
  });

  it('is replaced does the same', async () => {
    const replace = () => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    };
    expect(await redeemAfter(replace)).toEqual(lost);
  });

  it('is overwritten in place by a backup does the same', async () => {
    await (await startTestDaemon({ databaseUrl: url() })).close();
    await backupSqlite(file, `${file}.backup`);
    expect(await redeemAfter(() => copyFileSync(`${file}.backup`, file))).toEqual(lost);
  });

  it('stays goes on', async () => {
    expect(await redeemAfter(() => {})).toEqual({ errors: [], late: new Set([200]), ready: 200 });
  });

  it('has a second name by a link lets no second daemon in', async () => {
    const daemon = await startTestDaemon({ databaseUrl: url() });
    const link = join(folder, 'link.db');
    symlinkSync(file, link);
    await expect(spawnDaemon(url(link))).rejects.toThrow(`Another redeemd runs on ${file}`);
    await daemon.close();
  });
});

describe('a start', () => {
  it.each([
    ['missing', () => rmSync(file)],
    ['empty', () => writeFileSync(file, '')],
  ])('is refused where the file is %s and its key is there', async (what, lose) => {
    await (await startTestDaemon({ databaseUrl: url() })).close();
    lose();
    await expect(startTestDaemon({ databaseUrl: url() })).rejects.toThrow(
      `${file} is ${what}, but its key file ${file}.key is there`,
    );
  });

  it('is refused where the name is a folder', async () => {
    await expect(startTestDaemon({ databaseUrl: url(folder) })).rejects.toThrow(`${folder} is not a file`);
  });
});
