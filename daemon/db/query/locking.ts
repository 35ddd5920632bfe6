import { sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/**
 * On Postgres the selected rows stay locked until the transaction ends, so that no other transaction changes them
 * between the read and the write. SQLite has one writer at a time and needs no lock.
 */
export function forUpdate<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'update'): Query };
  return lockable.for('update');
}

/**
 * The same with a weaker lock, which does not block FOR KEY SHARE. Hot batches take it on a code with a limit: such a
 * batch waits for this transaction, while batches on other codes of the same base do not.
 */
export function forNoKeyUpdate<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'no key update'): Query };
  return lockable.for('no key update');
}

/** The same, but it skips rows that another transaction has locked. */
export function forUpdateSkipLocked<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'update', config: { skipLocked: true }): Query };
  return lockable.for('update', { skipLocked: true });
}

/** The advisory lock of spreading on Postgres: one daemon spreads at a time, so that messages keep their order. */
export const SPREAD_LOCK = 7_301_002;

/** Takes an advisory lock until the transaction ends; false where another transaction holds it. */
export async function takeTurn({ db, t, dialect }: Handle, lock: number): Promise<boolean> {
  if (dialect === 'sqlite') return true;
  const [row] = await db.select({ got: sql<boolean>`pg_try_advisory_xact_lock(${lock})` }).from(t.organisation);
  return row?.got === true;
}

/** The advisory lock of payments on Postgres: payments share it, refunds take it exclusively. */
export const REFUND_LOCK = 7_301_001;

/** Until this transaction ends no payment and no refund is decided, so that none rests on what it changes. */
export async function holdPayments({ db, t, dialect }: Handle): Promise<void> {
  if (dialect === 'sqlite') return;
  await db.select({ held: sql`pg_advisory_xact_lock(${REFUND_LOCK})` }).from(t.organisation);
}
