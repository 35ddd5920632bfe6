import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withBuildLock } from '../../build/build-lock.mjs';

// Only one process builds at a time. If it is killed, its lock becomes free.

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redeemd-lock-'));
  lock = join(folder, 'build.lock');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function heldBy(owner: string) {
  mkdirSync(lock);
  writeFileSync(join(lock, 'owner'), owner);
}
const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid;

it('the build lock allows one build at a time, and is freed after a failed build', async () => {
  let running = 0;
  let most = 0;
  const build = async (fails: boolean) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(20);
    running -= 1;
    if (fails) throw new Error('does not build');
  };
  const builds = [false, true, false, true].map((fails) => withBuildLock(lock, () => build(fails)));
  const results = await Promise.allSettled(builds);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it('a build immediately takes over the lock of a process that was killed', async () => {
  // The clock is stopped, so the lock never counts as stale because of its age.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  heldBy(`${hostname()} ${endedPid()}`);
  await Promise.all([1, 2, 3].map(() => withBuildLock(lock, async () => {})));
  expect(existsSync(lock)).toBe(false);
});

it.each([
  ['a process that is alive', () => `${hostname()} ${process.pid}`],
  ['a process on another host', () => `another-host ${endedPid()}`],
])('a build waits for %s until that process has sent no heartbeat for two minutes', async (_, owner) => {
  heldBy(owner());
  let isBuilt = false;
  const built = withBuildLock(lock, async () => {
    isBuilt = true;
  });
  await sleep(600);
  expect(isBuilt).toBe(false);
  const before = new Date(Date.now() - 130_000);
  utimesSync(lock, before, before);
  await built;
  expect(isBuilt).toBe(true);
});
