import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program as the leader of its own process group, which ends with this process. */
export function spawnGroup(path: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(path, args, { ...options, detached: true });
  const killLeftOver = () => killGroup(child);
  process.once('exit', killLeftOver);
  child.once('exit', () => process.off('exit', killLeftOver));
  return child;
}

/** Returns the match of a pattern's first group in a program's output. Throws an error if there is no match in time. */
export function firstMatch(
  child: ChildProcess,
  stream: 'stdout' | 'stderr',
  pattern: RegExp,
  longestMs: number,
): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${child.spawnfile} ${why}: ${text.slice(-500)}`));
    const timer = setTimeout(() => fail('did not start in time'), longestMs);
    child.once('error', reject);
    child.once('exit', (code) => fail(`ended with ${code}`));
    child[stream]?.on('data', (chunk) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}

/** Kills all processes of a group and waits until its leader has ended. */
export async function endGroup(child: ChildProcess | undefined): Promise<void> {
  const ended = child?.pid !== undefined && child.exitCode === null && child.signalCode === null && once(child, 'exit');
  killGroup(child);
  await ended;
}

function killGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
