// Runs test files one after the other in the copy of the checkout.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { folder } from './checkout.mjs';
import { MARK } from './report-events.mjs';

/** A fault can cause an endless loop, so vitest is stopped if it reports nothing for this long. */
const MOST_SILENT_MS = 8 * 60_000;

/**
 * @typedef {{ test: string, file: string, error: string }} Failure
 */

/**
 * Runs the files in this order and returns the failures.
 * @param {readonly string[]} files
 * @param {{ bail?: boolean, size?: 'whole' | 'full', onEnd?: (file: string) => void }} [options] `bail`: the first
 *   failure ends the run; `size`: run what `npm test` or `npm run test:full` runs
 * @returns {Promise<Failure[]>}
 */
export function runTests(files, { bail = true, size = 'full', onEnd = () => {} } = {}) {
  if (files.length === 0) return Promise.resolve([]);
  const args = [
    'run',
    '--config',
    'build/mutants/vitest.config.ts',
    '--no-isolate',
    '--maxWorkers=1',
    bail ? '--bail=1' : '--bail=0',
  ];
  const env = { ...process.env, REDEEMD_TEST_SIZE: size };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...files], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  /** @type {Failure[]} */
  const failures = [];
  let current = files[0] ?? '';
  const fail = (/** @type {string} */ test, file = current, error = '') => {
    failures.push({ test, file, error });
  };
  const stop = () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  const stall = setTimeout(() => {
    fail('the tests never end');
    stop();
  }, MOST_SILENT_MS);
  process.once('exit', stop);
  createInterface(child.stdout).on('line', (line) => {
    if (!line.startsWith(MARK)) return;
    stall.refresh();
    const { began, ended, failed, file, error } = JSON.parse(line.slice(MARK.length));
    if (began) current = began;
    if (ended) onEnd(ended);
    if (failed) fail(failed, file, error);
  });
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(stall);
      process.off('exit', stop);
      if (code !== 0 && failures.length === 0) fail('the tests could not start');
      resolve(failures);
    }),
  );
}
