import { DrizzleQueryError } from 'drizzle-orm';
import { Unavailable } from '../lib/unavailable.ts';

/** drizzle's wrapper holds every parameter of the query in its message, which may be personal: only the cause goes on. */
export const rootFault = (error: unknown): unknown =>
  error instanceof DrizzleQueryError && error.cause ? error.cause : error;

export const codeOf = (error: unknown): string => {
  const root = rootFault(error);
  return root instanceof Error && 'code' in root && typeof root.code === 'string' ? root.code : '';
};

const CONSTRAINTS: Record<string, 'unique' | 'foreign_key'> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign_key',
  '23505': 'unique',
  '23503': 'foreign_key',
};

/** Which kind of constraint a failed statement broke, on either database; null for any other fault. */
export const brokenConstraint = (error: unknown) => CONSTRAINTS[codeOf(error)] ?? null;

const SQLITE_OUT_OF_ORDER = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/;

export const sqliteFault = (error: unknown): unknown => {
  const root = rootFault(error);
  return SQLITE_OUT_OF_ORDER.test(codeOf(root)) ? new Unavailable(root) : root;
};

/** Serialization failure and deadlock: the transaction is surely gone, and running it again may well succeed. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes(codeOf(error));

/** Another daemon was in the way of a hot batch, which has no caller's code in it: all of it may be decided anew. */
export const isConflict = (error: unknown) =>
  isRetryable(error) || codeOf(error) === LOCK_TIMEOUT || brokenConstraint(error) === 'unique';
const LOCK_TIMEOUT = '55P03';

// Connections (08, 57P), resources (53), statement and idle time-outs (57014, 25P03), locks, a server that became a
// read-only replica (25006), and the system's own names of what went wrong (ECONNRESET; Node's begin with ERR_).
const POSTGRES_OUT_OF_ORDER = /^(08\w{3}|53\w{3}|57P\w\w|57014|25P0[34]|25006|55P03|40001|40P01|E(?!RR_)[A-Z]\w+)$/;
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|.*SSL connection|Query read timeout|Cannot use a pool after|Client was closed|Client has encountered a connection error)/;

export const postgresFault = (error: unknown): unknown => {
  const root = rootFault(error);
  if (root instanceof Unavailable || !(root instanceof Error)) return root;
  const gone = POSTGRES_OUT_OF_ORDER.test(codeOf(root)) || CONNECTION_LOST.test(root.message);
  return gone ? new Unavailable(root) : root;
};
