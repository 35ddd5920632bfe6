import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/** Works like `inArray`, with one parameter for all IDs: binding hundreds would take longer than reading the rows. */
export function oneOf({ dialect }: Handle, column: Column, ids: readonly number[]): SQL {
  return dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`${column} = any(${`{${ids.join(',')}}`}::bigint[])`;
}
