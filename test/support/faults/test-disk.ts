import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk for one test: a file with ext4 on it, mounted through a loop device. */
export interface TestDisk {
  /** The path where the disk is mounted. */
  path: string;
  /** Loses all data that is not on the disk yet: the file system shuts down without writing its journal. */
  cutPower(): void;
  /** Unmounts and mounts the disk, which replays its journal. Every program must have closed its files. */
  mountAgain(): void;
  remove(): void;
}

const EXT4_IOC_SHUTDOWN = 0x8004587d;
const WITHOUT_FLUSHING_THE_LOG = 2;
const SHUT_DOWN = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), ${EXT4_IOC_SHUTDOWN}, struct.pack('I', ${WITHOUT_FLUSHING_THE_LOG}))`;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Creates a disk. Returns null if the machine does not allow it: it needs root, loop devices, ext4 and Python. */
export function makeTestDisk(megabytes: number): TestDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-disk-'));
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')];
  const remove = () => {
    spawnSync('umount', ['--lazy', path], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  const mount = () => run('mount', '-o', 'loop', image, path);
  try {
    mkdirSync(path);
    run('truncate', `--size=${megabytes}M`, image);
    run('mkfs.ext4', '-q', '-m', '0', image);
    mount();
    run('python3', '--version');
  } catch {
    remove();
    return null;
  }
  return {
    path,
    cutPower: () => run('python3', '-c', SHUT_DOWN, path),
    mountAgain() {
      run('umount', path);
      mount();
    },
    remove,
  };
}

/** Returns whether a test can create a disk on this machine. */
export function canMakeDisks(): boolean {
  const disk = makeTestDisk(8);
  disk?.remove();
  return disk !== null;
}
