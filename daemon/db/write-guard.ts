import { AsyncLocalStorage } from 'node:async_hooks';
import { Unavailable } from '../lib/unavailable.ts';
import { settleWithin } from '../lib/within.ts';

export const WRITE_LIMIT_MS = 2000;

/** One try of a write's function. */
export interface WriteRun {
  /** Committed, rolled back or given up; the handle then refuses, so that late statements join no other transaction. */
  over: boolean;
  /** The first statement's error, also when `fn` caught it: from there on Postgres would commit nothing. */
  fault: unknown;
  failed: boolean;
}

/**
 * The write that the present code runs in. One store for all databases: on Node 20 every promise of the process pays for
 * each store that was ever used.
 */
const running = new AsyncLocalStorage<WriteRun>();
/** On Node 20 every promise pays for a used store, so only tests and development mode look. */
const looks = process.env.NODE_ENV !== 'production';

/** Throws inside the function of a write, which awaits only its own handle: anything else could wait for itself. */
export function refuseInsideWrite(what: string): void {
  const run = running.getStore();
  if (run && !run.over) throw new Error(`${what} inside a write: its function may await only its own handle`);
}

/** Runs the function of a write. */
export const insideWrite = <T>(run: WriteRun, fn: () => Promise<T>): Promise<T> =>
  looks ? running.run(run, fn) : fn();

export const startRun = (): WriteRun => ({ over: false, fault: undefined, failed: false });

/** Runs one statement of a write: refuses after the write's end, and records the first failure. */
export async function statementOf<T>(run: WriteRun, statement: () => Promise<T>): Promise<T> {
  if (run.over) throw new Error('This write is over; its handle cannot be used any more');
  try {
    return await statement();
  } catch (error) {
    if (!run.failed) Object.assign(run, { failed: true, fault: error });
    throw error;
  }
}

export class WriteTimeout extends Error {}

/** The result of `work`, or a `WriteTimeout` when it takes longer. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  settleWithin(ms, work, () => new WriteTimeout('The write took too long'));

export const timeoutFault = (error: unknown) => (error instanceof WriteTimeout ? new Unavailable(error) : error);
