// Tracks the processes that development mode started, so it can end all of them before it ends itself.
import { once } from 'node:events';

/** A process that does not end within this time is killed, which does not damage a SQLite database. */
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
 * Ends a process and waits for its exit.
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
/** Returns whether development mode is ending its processes. */
export const isOver = () => isEnding;

export async function endAll() {
  isEnding = true;
  await Promise.all([...running].map(end));
}

/**
 * Describes how a process ended.
 * @param {ChildProcess} child
 * @returns {Promise<string | null>} null if it ended with code 0
 */
export async function outcomeOf(child) {
  const [code, signal] = await once(child, 'exit');
  return code === 0 ? null : `ended with ${signal ?? `code ${code}`}`;
}
