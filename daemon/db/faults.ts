import { DrizzleQueryError } from 'drizzle-orm';
import { errorCode } from '../lib/error-code.ts';
import { Unavailable } from '../lib/unavailable.ts';

/**
 * Returns the cause of drizzle's error. Drizzle's own message contains the query's parameters, which can be personal
 * data.
 */
export const rootFault = (error: unknown): unknown =>
  error instanceof DrizzleQueryError && error.cause ? error.cause : error;

export const codeOf = (error: unknown): string => errorCode(rootFault(error)) ?? '';

const CONSTRAINTS: Record<string, 'unique' | 'foreign_key'> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign_key',
  '23505': 'unique',
  '23503': 'foreign_key',
};

/** Returns the kind of constraint that a statement violated on either database; null for any other fault. */
export const brokenConstraint = (error: unknown) => CONSTRAINTS[codeOf(error)] ?? null;

// If its disk disappears, SQLite reports a damaged file (CORRUPT, NOTADB) as often as a read error.
const SQLITE_OUT_OF_ORDER = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/;

export const sqliteFault = (error: unknown): unknown => {
  const root = rootFault(error);
  return SQLITE_OUT_OF_ORDER.test(codeOf(root)) ? new Unavailable(root) : root;
};

/** Returns whether a transaction was rolled back after a conflict (serialization, deadlock) and can be retried. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes(codeOf(error));

/**
 * Returns whether a hot batch conflicted with another transaction. The whole batch can run again, because it runs no
 * function of a caller.
 */
export const isConflict = (error: unknown) =>
  isRetryable(error) || codeOf(error) === LOCK_TIMEOUT || brokenConstraint(error) === 'unique';
/** A statement waited longer than `lock_timeout` for a lock. */
export const LOCK_TIMEOUT = '55P03';

/** After these errors the server closes the connection or rejects writes on it. */
const CONNECTION_OVER = /^(08\w{3}|57P0[123]|25006)$/;
export const isConnectionOver = (error: unknown) => CONNECTION_OVER.test(codeOf(error));

// Connections (08, 57P), resources (53), statement and idle time-outs (57014, 25P03), locks, a server that became a
// read-only replica (25006), and operating system errors (ECONNRESET; Node's own begin with ERR_).
const POSTGRES_OUT_OF_ORDER = /^(08\w{3}|53\w{3}|57P\w\w|57014|25P0[34]|25006|55P03|40001|40P01|E(?!RR_)[A-Z]\w+)$/;
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|.*SSL connection|Query read timeout|Cannot use a pool after|Client was closed|Client has encountered a connection error)/;

export const postgresFault = (error: unknown): unknown => {
  const root = rootFault(error);
  if (root instanceof Unavailable || !(root instanceof Error)) return root;
  const gone = POSTGRES_OUT_OF_ORDER.test(codeOf(root)) || CONNECTION_LOST.test(root.message);
  return gone ? new Unavailable(root) : root;
};
