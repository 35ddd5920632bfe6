// Starts the bundled daemon and restarts it after each new bundle.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { root } from '../paths.mjs';
import { end, isOver, outcomeOf, track } from './processes.mjs';

const program = fileURLToPath(new URL('./daemon-process.mjs', import.meta.url));
const LISTENS = /^redeemd listening on http:\/\/127\.0\.0\.1:(\d+)$/m;

/** @typedef {{ port: number } | { fault: string }} DaemonState */

/**
 * Starts a process that loads the daemon's packages and waits for `start`.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function prepareDaemon(args, env) {
  const child = track(
    fork(program, args, { cwd: root, env, execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }),
  );
  const outcome = outcomeOf(child);
  return { child, outcome, start: () => void child.send('start', () => {}) };
}

/**
 * Runs one of the daemon's commands until it ends.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | null>} how it failed, or null
 */
export function runCommand(args, env) {
  const { start, outcome } = prepareDaemon(args, env);
  start();
  return outcome;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(fault: string) => void} onCrash called if the daemon ends after a successful start
 */
export function createDaemon(env, onCrash) {
  /** @typedef {ReturnType<typeof prepareDaemon>} Prepared */
  /** @type {Prepared | null} */
  let next = null;
  /** @type {Prepared | null} */
  let current = null;
  /** @type {Promise<DaemonState>} */
  let state = new Promise(() => {});

  function prepare() {
    const mine = prepareDaemon(['serve'], env);
    void mine.outcome.then(() => {
      if (next === mine) next = null;
    });
    return mine;
  }

  async function start() {
    const mine = next ?? prepare();
    next = null;
    current = mine;
    mine.start();
    const ended = mine.outcome.then((outcome) => ({ fault: `The daemon ${outcome ?? 'ended'}.` }));
    const started = await Promise.race([portOf(mine.child), ended]);
    void ended.then((fault) => {
      if (current !== mine) return;
      current = null;
      state = Promise.resolve(fault);
      if ('port' in started && !isOver()) onCrash(fault.fault);
    });
    next = prepare();
    return started;
  }

  return {
    /** Returns the daemon's port, or the reason why it is not running. Waits while the daemon starts. */
    state: () => state,
    /** Restarts the daemon. The new process waits for the old one to end because only one can open the database. */
    restart() {
      const last = current;
      current = null;
      state = (last ? end(last.child) : Promise.resolve()).then(start);
      return state;
    },
    /** Sets the reason that clients receive while no daemon is running. */
    refuse(/** @type {string} */ fault) {
      if (current === null) state = Promise.resolve({ fault });
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child */
async function portOf({ stdout }) {
  if (!stdout) throw new Error('The daemon has no stdout');
  for (let text = ''; ; ) {
    const [chunk] = await once(stdout, 'data');
    text += chunk;
    const [, port] = LISTENS.exec(text) ?? [];
    if (port !== undefined) {
      stdout.resume();
      return { port: Number(port) };
    }
  }
}
