import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/** Joins a table with the IDs in its column of JSON arrays: one row for each ID, as `each_id.value`. */
export const eachId = ({ dialect }: Handle, column: string): SQL =>
  dialect === 'sqlite'
    ? sql.raw(`json_each(${column}) as each_id`)
    : sql.raw(`lateral (select value::bigint as value from json_array_elements_text(${column}::json)) as each_id`);
