import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Runs npm. Rejects if npm fails.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: number }} [options] `output`: the file descriptor that npm
 *   and its scripts print to; stderr by default
 * @returns {Promise<void>}
 */
export function npm(args, { cwd = root, env = process.env, output = 2 } = {}) {
  const all = [...args, '--no-update-notifier', '--loglevel=error'];
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...all], {
      cwd,
      env: withHeaders(env),
      stdio: ['ignore', output, output],
      shell: command === 'npm' && process.platform === 'win32',
    });
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(failure(`npm ${args[0]} failed (${signal ?? `exit code ${code}`})`, signal)),
    );
  });
}

/**
 * @param {string} message
 * @param {NodeJS.Signals | null} signal the signal that ended npm
 */
const failure = (message, signal) => Object.assign(new Error(message), { signal });

/**
 * Adds the number of parallel compiler jobs, and the path of Node's headers if they are on this machine: compiling
 * native code then needs no download.
 * @param {NodeJS.ProcessEnv} env
 */
function withHeaders(env) {
  const prefix = dirname(dirname(process.execPath));
  const jobs = { npm_config_jobs: String(availableParallelism()) };
  if (!existsSync(join(prefix, 'include', 'node', 'node.h'))) return { ...jobs, ...env };
  return { ...jobs, npm_config_nodedir: prefix, ...env };
}
