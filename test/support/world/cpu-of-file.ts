import { afterAll } from 'vitest';
import { cpuSecondsOfTree } from '../../../build/processes.mjs';

declare module 'vitest' {
  interface TaskMeta {
    /** The CPU time of the file and its processes, except the run's Postgres, which all files share. */
    cpuSeconds?: number;
  }
}

// Vitest runs this code before each file, and its hook after all other hooks of the file.
const before = cpuSecondsOfTree();
// biome-ignore lint/correctness/noEmptyPattern: vitest reads there which fixtures the hook needs
afterAll(({}, file) => {
  file.meta.cpuSeconds = cpuSecondsOfTree() - before;
});
