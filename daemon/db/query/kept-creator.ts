import { type SQL, sql } from 'drizzle-orm';
import type { Tables } from '../database.ts';

/** Matches the creator who stands for another one: the one they were merged into, or themselves. */
export const isKeptFor = (kept: Tables['creators'], one: Tables['creators']): SQL =>
  sql`${kept.creator_id} = coalesce(${one.merged_into}, ${one.creator_id})`;
