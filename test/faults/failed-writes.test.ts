import { execFileSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../support/world/daemon.ts';
import { failWrites, judgeWrites, readOnly } from './failed-writes.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const limitFiles = async (pid: number, bytes: string) =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);

test('SQLite on a full disk: the daemon is not ready, and recovers automatically', { timeout: 60_000 }, async () => {
  const storage = await testDatabase('sqlite');
  closing.push(storage.drop);
  const facts = await failWrites({
    url: storage.url,
    told: /is not accepting writes: (they are failing|its disk is full)\.$/,
    // The operating system refuses to write past this size, as it does on a full disk.
    begin: (pid) => limitFiles(pid, '4096'),
    end: (pid) => limitFiles(pid, 'unlimited'),
  });
  expect(judgeWrites(facts)).toEqual([]);
});

test('a Postgres that has become read-only: the daemon is not ready, and recovers automatically', {
  timeout: 60_000,
}, async () => {
  const storage = await testDatabase('postgres');
  closing.push(storage.drop);
  const told = /read-only\.$/;
  const facts = await failWrites({ url: storage.url, told, ...readOnly(storage.url) });
  expect(judgeWrites(facts)).toEqual([]);
});
