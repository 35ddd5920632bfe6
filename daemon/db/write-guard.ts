import { AsyncLocalStorage } from 'node:async_hooks';
import { Unavailable } from '../lib/unavailable.ts';
import { settleWithin } from '../lib/within.ts';

export const WRITE_LIMIT_MS = 2000;

/** One attempt to run a write's function. */
export interface WriteRun {
  /**
   * Whether the write was committed, rolled back or abandoned. The handle then refuses late statements, so that they
   * cannot join another transaction.
   */
  over: boolean;
  /** The error of the first failed statement, even if `fn` caught it: Postgres commits nothing after an error. */
  fault: unknown;
  failed: boolean;
}

/**
 * The write in which the current code runs. All databases share one AsyncLocalStorage, because on Node 20 each
 * one in use slows down every promise in the process.
 */
const running = new AsyncLocalStorage<WriteRun>();
/** To avoid this cost in production, only tests and development mode check for nested writes. */
const checksNesting = process.env.NODE_ENV !== 'production';

/**
 * Throws inside a write's function, which must only await its own handle: a write that awaits another database call
 * could wait for itself.
 */
export function refuseInsideWrite(what: string): void {
  const run = running.getStore();
  if (run && !run.over) throw new Error(`${what} inside a write: its function must only await its own handle`);
}

export const insideWrite = <T>(run: WriteRun, fn: () => Promise<T>): Promise<T> =>
  checksNesting ? running.run(run, fn) : fn();

export const startRun = (): WriteRun => ({ over: false, fault: undefined, failed: false });

/** Runs one statement of a write, and records the first failure. Throws if the write has already ended. */
export async function statementOf<T>(run: WriteRun, statement: () => Promise<T>): Promise<T> {
  if (run.over) throw new Error('This write has ended; its handle can no longer be used');
  try {
    return await statement();
  } catch (error) {
    if (!run.failed) Object.assign(run, { failed: true, fault: error });
    throw error;
  }
}

export class WriteTimeout extends Error {}

/** Returns the result of `work`, or throws a `WriteTimeout` after `ms`. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  settleWithin(ms, work, () => new WriteTimeout('The write took too long'));

export const timeoutFault = (error: unknown) => (error instanceof WriteTimeout ? new Unavailable(error) : error);
