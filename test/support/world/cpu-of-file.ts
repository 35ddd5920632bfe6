import { afterAll } from 'vitest';
import { cpuSecondsOfTree } from '../../../build/processes.mjs';

declare module 'vitest' {
  interface TaskMeta {
    /** What the file cost, with the processes that it started; the run's Postgres, which all files share, is apart. */
    cpuSeconds?: number;
  }
}

// Vitest runs this before each file, and its hook after all others of the file.
const before = cpuSecondsOfTree();
// biome-ignore lint/correctness/noEmptyPattern: vitest reads there which fixtures the hook needs
afterAll(({}, file) => {
  file.meta.cpuSeconds = cpuSecondsOfTree() - before;
});
