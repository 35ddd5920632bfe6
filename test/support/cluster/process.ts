import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { CleanUp } from './clean-up.ts';
import { signalOne } from './network.ts';

/** Starts a program in its own process group, with its output in a file. */
export function runBeside([program, args]: [string, string[]], log: string, cleanUp: CleanUp): void {
  const out = openSync(log, 'a');
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', out, out],
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LANG: 'C.UTF-8' },
  });
  closeSync(out);
  child.on('error', () => {});
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started`);
  cleanUp.add(() => signalOne(-pid, 'SIGKILL'));
}
