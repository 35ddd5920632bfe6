import { asc, eq, sql } from 'drizzle-orm';
import { MOST_RESULT_SOURCES, type ResultMapping } from '../../../contract/admin/payout-results.ts';
import type { Handle, Tables } from '../../../db/database.ts';
import { countRows } from '../../../db/query/listing.ts';

export type SourceRow = Tables['payout_result_sources']['$inferSelect'];
interface SavedSource {
  name: string;
  mapping: ResultMapping;
  staffId: number;
}

export const listSources = ({ db, t: { payout_result_sources: s } }: Handle): Promise<SourceRow[]> =>
  db
    .select()
    .from(s)
    .orderBy(asc(sql`lower(${s.name})`), asc(s.source_id))
    .limit(MOST_RESULT_SOURCES);

/**
 * Saves the mapping of a source.
 * @returns false if there are too many sources
 */
export async function saveSource(handle: Handle, { name, mapping, staffId }: SavedSource, now: number) {
  const { payout_result_sources: s } = handle.t;
  const saved = { mapping: JSON.stringify(mapping), saved_by: staffId, saved_at: now };
  const changed = await handle.db.update(s).set(saved).where(eq(s.name, name)).returning({ id: s.source_id });
  if (changed.length > 0) return true;
  if ((await countRows(handle, s, undefined)) >= MOST_RESULT_SOURCES) return false;
  await handle.db.insert(s).values({ name, ...saved });
  return true;
}

/** Deletes a source and returns it; null if there is none. */
export async function deleteSource({ db, t }: Handle, sourceId: number): Promise<SourceRow | null> {
  const { payout_result_sources: s } = t;
  const [row] = (await db.delete(s).where(eq(s.source_id, sourceId)).returning()) as SourceRow[];
  return row ?? null;
}
