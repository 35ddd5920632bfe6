import { type SQL, sql } from 'drizzle-orm';
import type { Tables } from '../database.ts';

/** Matches the creator who is paid for the given one: the creator into whom they were merged, or the given creator. */
export const isKeptFor = (kept: Tables['creators'], one: Tables['creators']): SQL =>
  sql`${kept.creator_id} = coalesce(${one.merged_into}, ${one.creator_id})`;
