import { sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/**
 * Locks the selected rows on Postgres until the transaction ends, so that they cannot change between the read and the
 * write. SQLite has one writer at a time and needs no lock.
 */
export function forUpdate<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'update'): Query };
  return lockable.for('update');
}

/**
 * Locks rows FOR NO KEY UPDATE, which does not block FOR KEY SHARE. Hot batches lock codes with a limit in the same
 * way: they wait for this transaction, but batches on other codes with the same base code do not.
 */
export function forNoKeyUpdate<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'no key update'): Query };
  return lockable.for('no key update');
}

/** Takes a lock that others may share; only writers of the rows wait for this transaction. */
export function forShare<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'share'): Query };
  return lockable.for('share');
}

/** Locks like `forUpdate`, but skips rows that another transaction has locked. */
export function forUpdateSkipLocked<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'update', config: { skipLocked: true }): Query };
  return lockable.for('update', { skipLocked: true });
}

/** Postgres's advisory lock for spreading: one daemon at a time spreads, so that messages keep their order. */
export const SPREAD_LOCK = 7_301_002;

/** Postgres's advisory lock for counting the rows of the exported ledger. */
export const LEDGER_LOCK = 7_301_003;

/** Takes an advisory lock until the transaction ends; false if another transaction holds it. */
export async function takeTurn({ db, t, dialect }: Handle, lock: number): Promise<boolean> {
  if (dialect === 'sqlite') return true;
  const [row] = await db.select({ got: sql<boolean>`pg_try_advisory_xact_lock(${lock})` }).from(t.organisation);
  return row?.got === true;
}

/** Postgres's advisory lock for payments: payments share it, and refunds take it exclusively. */
export const REFUND_LOCK = 7_301_001;

/** Blocks the processing of payments and refunds until this transaction ends, because it changes data that they use. */
export async function holdPayments({ db, t, dialect }: Handle): Promise<void> {
  if (dialect === 'sqlite') return;
  await db.select({ held: sql`pg_advisory_xact_lock(${REFUND_LOCK})` }).from(t.organisation);
}
