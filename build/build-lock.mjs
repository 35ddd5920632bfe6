import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOCK_MS = 120_000;

/**
 * Lets one process build at a time. Test files start in parallel; a second build would slow down the first, and take
 * its result away while a test loads it.
 * @template T
 * @param {string} lockFolder
 * @param {() => Promise<T>} build
 */
export async function withBuildLock(lockFolder, build) {
  const release = await takeLock(lockFolder);
  try {
    return await build();
  } finally {
    release();
  }
}

/** @param {string} lockFolder */
async function takeLock(lockFolder) {
  mkdirSync(dirname(lockFolder), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lockFolder);
      return () => rmSync(lockFolder, { recursive: true, force: true });
    } catch {
      const age = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      // The process that took the lock was killed.
      if (age > LOCK_MS) rmSync(lockFolder, { recursive: true, force: true });
      await sleep(200);
    }
  }
}
