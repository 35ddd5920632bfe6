import { readdirSync, readFileSync } from 'node:fs';
import { timesOf } from '../../build/processes.mjs';
import { onPostgres } from './fill.ts';

// Linux only: what the kernel says of a process. Beside other load, seconds of CPU say more than seconds.

export const cpuSeconds = (pid: number | undefined): number => timesOf(pid ?? 0)?.seconds ?? 0;

/** MiB that are resident now. */
export function residentMib(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

/** The most that a process was resident until `stop`, by looks of 20 ms. */
export function watchMemory(pid: number | undefined): { peak: () => number; stop: () => void } {
  let peak = residentMib(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMib(pid));
  }, 20);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

/** CPU seconds of a Postgres server so far, with all its backends; 0 where the database is none. */
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

/** CPU seconds of each thread of a process so far, to the nanosecond; empty where the kernel does not tell. */
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
