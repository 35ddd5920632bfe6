import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/** A row for each id of a column that holds a JSON array of ids, to be joined to its table; the id is `each_id.value`. */
export const eachId = ({ dialect }: Handle, column: string): SQL =>
  dialect === 'sqlite'
    ? sql.raw(`json_each(${column}) as each_id`)
    : sql.raw(`lateral (select value::bigint as value from json_array_elements_text(${column}::json)) as each_id`);
