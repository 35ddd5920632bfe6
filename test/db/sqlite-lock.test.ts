import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { migrationsOf } from '../../daemon/db/migrate/migration-files.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { openConnection } from '../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { takeLock } from '../../daemon/db/sqlite/sqlite-lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redeemd-lock-'));
  file = join(folder, 'data', 'redeem.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = new URL('../../daemon/db/sqlite/sqlite-lock.ts', import.meta.url).href;

/** Starts another process, which holds the lock until the process is killed. */
async function holder(): Promise<ChildProcess> {
  const code = `const { takeLock } = await import(${JSON.stringify(lockModule)});
    await takeLock(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

describe('the lock of a SQLite file', () => {
  it('refuses a second daemon in the same process, but lets commands open the file', async () => {
    const url = `sqlite:${file}`;
    await migrate(url);
    const first = await openDatabase(url, { exclusive: true });
    const startedAt = performance.now();
    await expect(openDatabase(url, { exclusive: true })).rejects.toThrow(
      /Another redeemd process is using .*redeem\.db/,
    );
    expect(performance.now() - startedAt).toBeGreaterThan(4900);
    const command = await openDatabase(url, { exclusive: false });
    expect(await command.read(({ db, t }) => db.select().from(t.codes))).toEqual([]);
    await command.close();
    await first.close();
    await (await openDatabase(url, { exclusive: true })).close();
  });

  it('keeps a newer program from migrating under a running daemon', async () => {
    const url = `sqlite:${file}`;
    await migrate(url);
    const daemon = await openDatabase(url, { exclusive: true });
    const all = migrationsOf('sqlite');
    const next = { sql: ['CREATE TABLE later (id integer)'], bps: true, folderMillis: 9e12, hash: 'later' };
    await expect(migrate(url, { migrations: [...all, next] })).rejects.toThrow(/Another redeemd/);
    expect(await migrate(url)).toEqual({ applied: 0 });
    await daemon.close();
    expect(await migrate(url, { migrations: [...all, next] })).toEqual({ applied: 1 });
  });

  it('refuses a daemon while another process holds it, and is free once that process is killed', async () => {
    const other = await holder();
    try {
      await expect(takeLock(file, 100)).rejects.toThrow(/Another redeemd/);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    (await takeLock(file, 100))();
  });

  it('makes a starting daemon wait', async () => {
    const release = await takeLock(file);
    setTimeout(release, 300);
    (await takeLock(file))();
  });

  it('is stored with the data in a folder that only its owner can read', async () => {
    await migrate(`sqlite:${file}`);
    const db = await openDatabase(`sqlite:${file}`, { exclusive: true });
    await db.write(async ({ db, t }) => void (await db.delete(t.codes)));
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
    for (const name of ['', '-wal', '-shm', '.lock']) expect(statSync(file + name).mode & 0o777, name).toBe(0o600);
    await db.close();
  });

  it('lets connections be opened while another connection is writing', async () => {
    await migrate(`sqlite:${file}`);
    const [writer, other] = [openConnection(file, 'writer'), openSqliteFile(file)];
    try {
      other.exec('BEGIN IMMEDIATE');
      for (const role of ['writer', 'reader'] as const) openConnection(file, role).close();
      other.exec('ROLLBACK');
      expect(writer.pragma('auto_vacuum', { simple: true })).toBe(2);
    } finally {
      for (const db of [writer, other]) db.close();
    }
  });
});
