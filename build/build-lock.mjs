import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 10_000;
/** The lock of a process on another host, such as a container, is stale if it has not been touched for this long. */
const STALE_MS = 120_000;
const ownerFile = (/** @type {string} */ lockFolder) => join(lockFolder, 'owner');

/**
 * Lets one process build at a time. Test files start in parallel; a second build would slow down the first one and
 * replace its result while a test is loading it.
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
  while (!createLock(lockFolder)) {
    if (isStale(lockFolder)) removeLock(lockFolder);
    else await sleep(200);
  }
  const beat = setInterval(() => touch(lockFolder), BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    rmSync(lockFolder, { recursive: true, force: true });
  };
}

/** @param {string} lockFolder */
function createLock(lockFolder) {
  try {
    mkdirSync(lockFolder);
  } catch {
    return false;
  }
  writeFileSync(ownerFile(lockFolder), `${hostname()} ${process.pid}`);
  return true;
}

/**
 * Returns whether the lock's holder has ended or no longer touches the lock.
 * @param {string} lockFolder
 */
function isStale(lockFolder) {
  const stats = statSync(lockFolder, { throwIfNoEntry: false });
  if (!stats) return false;
  const [host, pid] = readOwner(lockFolder);
  return Date.now() - stats.mtimeMs > STALE_MS || (host === hostname() && !isAlive(Number(pid)));
}

/** @param {string} lockFolder */
function readOwner(lockFolder) {
  try {
    return readFileSync(ownerFile(lockFolder), 'utf8').split(' ');
  } catch {
    // The owner file is missing if the holder has only just created or released the lock.
    return [];
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Removes a stale lock. It renames the folder first, so only one of two processes that find the lock removes it.
 * @param {string} lockFolder
 */
function removeLock(lockFolder) {
  const old = `${lockFolder}.${process.pid}.old`;
  try {
    renameSync(lockFolder, old);
  } catch {
    return;
  }
  rmSync(old, { recursive: true, force: true });
}

/** @param {string} lockFolder */
function touch(lockFolder) {
  try {
    utimesSync(lockFolder, new Date(), new Date());
  } catch {
    // Another process took the lock because this machine slept for longer than two minutes.
  }
}
