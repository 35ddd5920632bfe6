import { and, asc, inArray, or, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { campaignWithin, creatorWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

export interface NearCode {
  code_id: number;
  code: string;
  code_norm: string;
  creator_id: string | null;
}

/** Returns the codes with one of these values, in campaigns of these games. */
export function findCodesWith(handle: Handle, values: readonly string[], games: Games): Promise<NearCode[]> {
  const { codes } = handle.t;
  return handle.db
    .select({
      code_id: codes.code_id,
      code: codes.code,
      code_norm: sql<string>`${codes.code_norm}`,
      creator_id: codes.creator_id,
    })
    .from(codes)
    .where(and(inArray(codes.code_norm, [...values]), campaignWithin(handle, games, codes.campaign_id)));
}

/** Returns the three values before and after each value in sorted order, with one index look-up per neighbour. */
export async function findValuesBeside({ db }: Handle, norms: readonly string[]): Promise<string[]> {
  const asked = sql.join(
    norms.map((norm) => sql`(${norm})`),
    sql`, `,
  );
  const before = (at: number) =>
    sql<
      string | null
    >`(select code_norm from codes where code_norm < x.column1 order by code_norm desc limit 1 offset ${sql.raw(String(at))})`;
  const after = (at: number) =>
    sql<
      string | null
    >`(select code_norm from codes where code_norm > x.column1 order by code_norm limit 1 offset ${sql.raw(String(at))})`;
  const rows = await db
    .select({ a: before(0), b: before(1), c: before(2), d: after(0), e: after(1), f: after(2) })
    .from(sql`(values ${asked}) as x`);
  return rows.flatMap((row) => Object.values(row)).filter((value) => value !== null);
}

export interface NamedCreator {
  creator_id: string;
  display_name: string | null;
}

const MOST = 500;

/**
 * Returns creators whose ID or name, without spaces and punctuation, equals one of these forms. It scans all creators
 * once.
 */
export function findCreatorsNamed(handle: Handle, forms: readonly string[], games: Games): Promise<NamedCreator[]> {
  const { creators } = handle.t;
  const bare = (column: unknown) =>
    sql`upper(replace(replace(replace(replace(${column}, ' ', ''), '-', ''), '_', ''), '.', ''))`;
  return handle.db
    .select({ creator_id: creators.creator_id, display_name: creators.display_name })
    .from(creators)
    .where(
      and(
        or(inArray(bare(creators.display_name), [...forms]), inArray(bare(creators.creator_id), [...forms])),
        creatorWithin(handle, games, creators.creator_id),
      ),
    )
    .orderBy(asc(creators.creator_id))
    .limit(MOST);
}
