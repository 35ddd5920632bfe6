import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const MOUNTS = '/proc/self/mounts';
const ENOUGH = 4 * 1024 ** 3;

/**
 * Returns a folder on a file system in memory, or the temporary folder if there is none or not enough memory. On disk,
 * it takes up to half a second of CPU time to create and delete the 300 files of a Postgres database; in memory, 0.04 s.
 */
export function memoryFolder(): string {
  return mayRunPrograms() && freeBytes() >= ENOUGH ? MEMORY : tmpdir();
}

/** The folder of a server can contain a copy of its programs. Containers often mount `/dev/shm` with `noexec`. */
function mayRunPrograms() {
  if (!existsSync(MOUNTS)) return false;
  const mount = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  return mount !== undefined && !mount.includes('noexec');
}

function freeBytes() {
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem());
}
