// The processes that development mode started. It ends all of them before it ends itself.
import { once } from 'node:events';

/** SQLite survives a kill, so a process that does not end soon is killed. */
const END_MS = 1000;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set();

/**
 * @template {ChildProcess} C
 * @param {C} child
 * @returns {C}
 */
export function track(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/**
 * Ends a process and waits until it is gone.
 * @param {ChildProcess} child
 */
export async function end(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await gone;
  clearTimeout(late);
}

let isEnding = false;
/** Whether development mode ends, and its processes with it. */
export const isOver = () => isEnding;

export async function endAll() {
  isEnding = true;
  await Promise.all([...running].map(end));
}

/**
 * How a process ended, in words.
 * @param {ChildProcess} child
 * @returns {Promise<string | null>} null if it ended well
 */
export async function outcomeOf(child) {
  const [code, signal] = await once(child, 'exit');
  return code === 0 ? null : `ended with ${signal ?? `code ${code}`}`;
}
