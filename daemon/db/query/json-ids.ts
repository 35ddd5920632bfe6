import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/** To join a table with the ids in its column of JSON arrays: a row for each id, which is `each_id.value`. */
export const eachId = ({ dialect }: Handle, column: string): SQL =>
  dialect === 'sqlite'
    ? sql.raw(`json_each(${column}) as each_id`)
    : sql.raw(`lateral (select value::bigint as value from json_array_elements_text(${column}::json)) as each_id`);
