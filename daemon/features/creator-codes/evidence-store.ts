import { asc, desc, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface NearCode {
  code_id: number;
  code: string;
  code_norm: string | null;
  creator_id: string | null;
}

const NEIGHBOURS = 10;

const columnsOf = ({ codes }: Handle['t']) => ({
  code_id: codes.code_id,
  code: codes.code,
  code_norm: codes.code_norm,
  creator_id: codes.creator_id,
});

/** Codes with one of these values. */
export const findCodesWith = ({ db, t }: Handle, values: readonly string[]): Promise<NearCode[]> =>
  db
    .select(columnsOf(t))
    .from(t.codes)
    .where(inArray(t.codes.code_norm, [...values]));

/** Codes that stand beside a value in the order of values. */
export async function findCodesBeside({ db, t }: Handle, norm: string): Promise<NearCode[]> {
  const { code_norm } = t.codes;
  const from = () => db.select(columnsOf(t)).from(t.codes);
  const [before, after] = await Promise.all([
    from().where(lt(code_norm, norm)).orderBy(desc(code_norm)).limit(NEIGHBOURS),
    from().where(gt(code_norm, norm)).orderBy(asc(code_norm)).limit(NEIGHBOURS),
  ]);
  return [...before, ...after];
}

export interface NamedCreator {
  creator_id: string;
  display_name: string | null;
}

const MOST = 500;

/** Creators whose id or name reads, without spaces and signs, as one of these forms. One look through all of them. */
export function findCreatorsNamed({ db, t }: Handle, forms: readonly string[]): Promise<NamedCreator[]> {
  const { creators } = t;
  const bare = (column: unknown) =>
    sql`upper(replace(replace(replace(replace(${column}, ' ', ''), '-', ''), '_', ''), '.', ''))`;
  return db
    .select({ creator_id: creators.creator_id, display_name: creators.display_name })
    .from(creators)
    .where(
      sql`${inArray(bare(creators.display_name), [...forms])} or ${inArray(bare(creators.creator_id), [...forms])}`,
    )
    .orderBy(asc(creators.creator_id))
    .limit(MOST);
}
