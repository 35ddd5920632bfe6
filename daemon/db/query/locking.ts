import { sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/**
 * On Postgres the selected rows stay locked until the transaction ends, so that what was read still holds when it is
 * written. SQLite has one writer at a time and needs nothing.
 */
export function forUpdate<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'update'): Query };
  return lockable.for('update');
}

/**
 * The same, without holding up those who only need the rows to stay as they are: it is the lock of a hot batch on a
 * code with a limit, so both take turns, and batches on other codes of the same base pass.
 */
export function forNoKeyUpdate<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'no key update'): Query };
  return lockable.for('no key update');
}

/** The same, of those rows that nobody holds: who comes second takes the next ones. */
export function forUpdateSkipLocked<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'update', config: { skipLocked: true }): Query };
  return lockable.for('update', { skipLocked: true });
}

/** Who spreads the outbox, on Postgres: one at a time, so that messages keep their order. */
export const SPREAD_LOCK = 7_301_002;

/** The turn until the transaction ends, or false where somebody else has it. */
export async function takeTurn({ db, t, dialect }: Handle, lock: number): Promise<boolean> {
  if (dialect === 'sqlite') return true;
  const [row] = await db.select({ got: sql<boolean>`pg_try_advisory_xact_lock(${lock})` }).from(t.organisation);
  return row?.got === true;
}

/** The advisory lock of payments on Postgres: shared by payments, exclusive to refunds. */
export const REFUND_LOCK = 7_301_001;

/** From here to the end of the transaction no payment and no refund is decided, on what this transaction changes. */
export async function holdPayments({ db, t, dialect }: Handle): Promise<void> {
  if (dialect === 'sqlite') return;
  await db.select({ held: sql`pg_advisory_xact_lock(${REFUND_LOCK})` }).from(t.organisation);
}
