import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Gives a process its own wall clock with libfaketime. The monotonic clock stays correct, as on a machine whose clock
// is changed.

const LIBRARY = 'faketime/libfaketimeMT.so.1';
const LIB = '/usr/lib';

/** Returns the path of the library, or null if it is missing. Debian's package is `libfaketime`. */
export function fakeClockPath(): string | null {
  const ofMachine = existsSync(LIB) ? readdirSync(LIB).filter((name) => name.endsWith('-linux-gnu')) : [];
  const folders = [LIB, '/usr/lib64', '/usr/local/lib', ...ofMachine.map((name) => join(LIB, name))];
  return folders.map((folder) => join(folder, LIBRARY)).find((path) => existsSync(path)) ?? null;
}

export interface FakedClock {
  /** The environment of the process. */
  env: Record<string, string>;
  /** Sets the process's clock to this instant, from which it continues. */
  set(instant: number): void;
  /** Freezes the clock at a whole second, at most one second ahead. This never sets the clock back. */
  freeze(): Promise<void>;
  remove(): void;
}

export function fakeClock(instant: number): FakedClock {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-clock-'));
  const file = join(folder, 'clock');
  // The process must never read an incomplete file.
  const write = (text: string) => {
    writeFileSync(`${file}.new`, `${text}\n`);
    renameSync(`${file}.new`, file);
  };
  let ahead = 0;
  const clock: FakedClock = {
    env: {
      LD_PRELOAD: fakeClockPath() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
      TZ: 'UTC',
    },
    set(to) {
      ahead = Math.round((to - Date.now()) / 1000);
      write(`${ahead < 0 ? '' : '+'}${ahead}`);
    },
    async freeze() {
      // The clock is frozen almost a second ahead. If it were further ahead, the process would see a jump. If it were less
      // far ahead, the process might already have read a later time, and the clock would seem to go back.
      while (Date.now() % 1000 < 50 || Date.now() % 1000 > 200) await sleep(5);
      const at = (Math.floor(Date.now() / 1000) + 1 + ahead) * 1000;
      write(new Date(at).toISOString().replace('T', ' ').slice(0, 19));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  clock.set(instant);
  return clock;
}
