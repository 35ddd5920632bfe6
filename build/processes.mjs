// Reads running processes from the kernel. This works on Linux only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * @typedef {object} ProcessTimes
 * @property {number} parent
 * @property {number} seconds the CPU seconds of the process and of its children that have ended and been waited for
 */

/**
 * @param {number | string} pid
 * @returns {ProcessTimes | null} null if there is no such process
 */
export function timesOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain any characters, so fields are counted after its closing parenthesis.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/**
 * Returns the CPU seconds (user and system) of this process and all its descendants.
 * @returns {number}
 */
export function cpuSecondsOfTree() {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  /** @type {Map<number, number[]>} */
  const children = new Map();
  /** @type {Map<number, number>} */
  const seconds = new Map();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : null;
    if (!times) continue;
    seconds.set(Number(name), times.seconds);
    children.set(times.parent, [...(children.get(times.parent) ?? []), Number(name)]);
  }
  const sumOf = (/** @type {number} */ pid) => {
    let sum = seconds.get(pid) ?? 0;
    for (const child of children.get(pid) ?? []) sum += sumOf(child);
    return sum;
  };
  return sumOf(process.pid);
}
