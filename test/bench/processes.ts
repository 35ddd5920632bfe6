import { readdirSync, readFileSync } from 'node:fs';
import { timesOf } from '../../build/processes.mjs';
import { onPostgres } from './fill.ts';

// Reads the CPU time and memory of processes from the Linux kernel. On a busy machine, CPU seconds are more meaningful
// than elapsed seconds.

export const cpuSeconds = (pid: number | undefined): number => timesOf(pid ?? 0)?.seconds ?? 0;

/** Returns the current resident memory of a process, in MiB. */
export function residentMib(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

/** Samples the resident memory of a process every 20 ms until `stop`, to find its peak. */
export function watchMemory(pid: number | undefined): { peak: () => number; stop: () => void } {
  let peak = residentMib(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMib(pid));
  }, 20);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

/** Returns the CPU seconds that a Postgres server and its backends have used so far; 0 if the database is SQLite. */
export async function serverSeconds(url: string): Promise<number> {
  if (!url.startsWith('postgres')) return 0;
  const backend = await onPostgres(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return timesOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  });
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return children.reduce((sum, pid) => {
    const times = timesOf(pid);
    return times?.parent === backend ? sum + times.seconds : sum;
  }, cpuSeconds(backend));
}

/** Returns the CPU seconds that each thread of a process has used so far; empty if the kernel reports none. */
export function threadSeconds(pid: number): Map<string, number> {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const spent = (thread: string) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return new Map(threads.map((thread) => [thread, spent(thread) / 1e9]));
  } catch {
    return new Map();
  }
}
