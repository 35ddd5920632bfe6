import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/** Selects rows whose tags, a JSON array, include this one. */
export const hasTag = ({ dialect }: Handle, tags: SQLWrapper, tag: string): SQL =>
  dialect === 'sqlite'
    ? sql`exists (select 1 from json_each(${tags}) where value = ${tag})`
    : sql`cast(${tags} as jsonb) @> cast(${JSON.stringify([tag])} as jsonb)`;

/** Returns a relation `tag` with the elements of the column, for a lateral join. */
export const tagsOf = ({ dialect }: Handle, tags: SQLWrapper): SQL =>
  dialect === 'sqlite'
    ? sql`json_each(${tags}) as tag`
    : sql`lateral jsonb_array_elements_text(cast(${tags} as jsonb)) as tag (value)`;
