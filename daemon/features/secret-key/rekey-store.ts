import { and, asc, eq, gt, like, notLike } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../db/database.ts';

/** The encrypted columns, as the command names them. */
export const SEALED = ['pool_keys.sealed', 'webhooks.secret', 'webhooks.old_secret', 'staff.totp_secret'] as const;
export type SealedColumn = (typeof SEALED)[number];

interface Place {
  table: SQLiteTable;
  id: SQLiteColumn;
  column: SQLiteColumn;
}

function placeOf({ t }: Handle, name: SealedColumn): Place {
  const { pool_keys: keys, webhooks, staff } = t;
  switch (name) {
    case 'pool_keys.sealed':
      return { table: keys, id: keys.key_id, column: keys.sealed };
    case 'webhooks.secret':
      return { table: webhooks, id: webhooks.webhook_id, column: webhooks.secret };
    case 'webhooks.old_secret':
      return { table: webhooks, id: webhooks.webhook_id, column: webhooks.old_secret };
    case 'staff.totp_secret':
      return { table: staff, id: staff.staff_id, column: staff.totp_secret };
  }
}

export interface SealedRow {
  id: number;
  sealed: string;
}

/** Lists values encrypted with another secret key, in ID order. Each value starts with the ID of its key. */
export async function listSealedByOthers(
  handle: Handle,
  name: SealedColumn,
  { keyId, after, limit }: { keyId: string; after: number; limit: number },
): Promise<SealedRow[]> {
  const { table, id, column } = placeOf(handle, name);
  const rows = await handle.db
    .select({ id, sealed: column })
    .from(table)
    .where(and(gt(id, after), notLike(column, `${keyId}.%`), like(column, '%.%')))
    .orderBy(asc(id))
    .limit(limit);
  return rows as SealedRow[];
}

/** Replaces a value, unless it has changed since it was read. */
export async function replaceSealed(
  handle: Handle,
  name: SealedColumn,
  row: SealedRow,
  fresh: { sealed: string; key_hash: string },
): Promise<void> {
  const { table, id, column } = placeOf(handle, name);
  const set = name === 'pool_keys.sealed' ? fresh : { [column.name]: fresh.sealed };
  await handle.db
    .update(table)
    .set(set)
    .where(and(eq(id, row.id), eq(column, row.sealed)));
}
