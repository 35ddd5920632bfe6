import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

// Columns with JSON arrays of texts, such as games and tags.

/** Selects rows whose list includes this value. */
export const listHas = ({ dialect }: Handle, list: SQLWrapper, value: string): SQL =>
  dialect === 'sqlite'
    ? sql`exists (select 1 from json_each(${list}) where value = ${value})`
    : sql`${list}::jsonb @> ${JSON.stringify([value])}::jsonb`;

/** Returns a relation `element` with the values of the list, for a lateral join. */
export const elementsOf = ({ dialect }: Handle, list: SQLWrapper): SQL =>
  dialect === 'sqlite'
    ? sql`json_each(${list}) as element`
    : sql`lateral jsonb_array_elements_text(${list}::jsonb) as element (value)`;
