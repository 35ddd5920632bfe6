import type { Handle } from './database.ts';

/**
 * On Postgres the selected rows stay locked until the transaction ends, so that what was read still holds when it is
 * written. SQLite has one writer at a time and needs nothing.
 */
export function forUpdate<Query extends object>({ dialect }: Handle, query: Query): Query {
  if (dialect === 'sqlite') return query;
  const lockable = query as Query & { for(strength: 'update'): Query };
  return lockable.for('update');
}
