import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The cores of the load generator and of the measured server; null if this machine cannot separate them. */
export interface Placement {
  load: string;
  server: string;
}

/** Parses a list such as `0-2,5`. */
export function coresIn(list: string): number[] {
  return list
    .trim()
    .split(',')
    .flatMap((part) => {
      const [first = Number.NaN, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, n) => first + n);
    });
}

/** Assigns the last of this process's cores to the load generator, and the others to the server. */
export function findPlacement(): Placement | null {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const cores = coresIn(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    if (cores.length < 2) return null;
    return { load: String(cores.at(-1)), server: cores.slice(0, -1).join(',') };
  } catch {
    return null;
  }
}

/** Pins a server to its cores. Threads that start later inherit the cores. */
export function pinServer(placement: Placement | null, pid: number | undefined) {
  if (placement)
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', placement.server, String(pid)], { stdio: 'ignore' });
}

export const placementText = (placement: Placement | null, cores: number): string =>
  placement
    ? `The load generator has core ${placement.load} of ${cores} to itself (counted from 0); the measured server has core ${placement.server} for all its threads. Postgres, the bare loops without HTTP and the load generator for payments and SDK events run on any core.`
    : 'The load generator, the server and Postgres share all cores, because this machine has one core or no taskset.';
