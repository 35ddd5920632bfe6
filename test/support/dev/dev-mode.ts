import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { endGroup, spawnGroup } from '../browsers/spawn-group.ts';
import { until } from '../world/wait-until.ts';

const LONGEST_MS = 60_000;

export interface DevMode {
  url: string;
  process: ChildProcess;
  /** Resolves with the first line of the output, from the given position on, that matches. */
  line(pattern: RegExp, from?: number): Promise<string>;
  /** Returns the length of the output so far. */
  place(): number;
  /** Presses Ctrl-C, which sends a signal to every process of the terminal. Resolves with the exit code. */
  interrupt(): Promise<number | null>;
  /** Resolves when no process remains that the command started directly or indirectly. */
  isGone(): Promise<void>;
  /** Kills the processes that a failed test left running. */
  end(): Promise<void>;
}

/** Runs a command of development mode in a copy of the checkout, on a free port. */
export async function startDevMode(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<DevMode> {
  const ofTests = /^(NODE_ENV|npm_lifecycle_event|REDEEMD_.*)$/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests.test(name)));
  const child = spawnGroup(process.execPath, args, {
    cwd: folder,
    env: { ...inherited, REDEEMD_PORT: '0', REDEEMD_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  const onOutput = (chunk: Buffer) => {
    output += chunk;
    for (const check of waiting) check();
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput);
  child.once('exit', () => {
    for (const check of waiting) check();
  });
  const line = (pattern: RegExp, from = 0) =>
    new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why} without ${pattern}:\n${output}`));
      const late = setTimeout(() => fail(`${LONGEST_MS} ms passed`), LONGEST_MS);
      const check = () => {
        const found = output
          .slice(from)
          .split('\n')
          .find((text) => pattern.test(text));
        if (found === undefined && child.exitCode === null) return;
        clearTimeout(late);
        waiting.delete(check);
        if (found === undefined) fail('It ended');
        else resolve(found);
      };
      waiting.add(check);
      check();
    });
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await line(/^Open http/)) ?? [];
  const group = -(child.pid ?? 0);
  return {
    url,
    process: child,
    line,
    place: () => output.length,
    async interrupt() {
      const ended = once(child, 'exit');
      process.kill(group, 'SIGINT');
      const [code] = await ended;
      return code;
    },
    isGone: () => until('every process ends', () => !isRunning(group)),
    end: () => endGroup(child),
  };
}

/** Returns whether the group has a running process. On Linux, zombies do not count. */
function isRunning(group: number): boolean {
  if (process.platform !== 'linux') return hasMembers(group);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.some((pid) => {
    const [state, , itsGroup] = statOf(pid);
    return Number(itsGroup) === -group && state !== 'Z';
  });
}

/** Returns the fields of /proc/<pid>/stat after the program's name. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return []; // the process has ended
  }
}

function hasMembers(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
