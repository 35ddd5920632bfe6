import { and, desc, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { campaignWithin, codeWithin } from '../../db/query/within-games.ts';
import type { LeakSignKind } from '../../db/tables/words.ts';
import type { Games } from '../../domain/games.ts';

export interface NewLeakSign {
  code_id: number;
  day_start: number;
  kind: LeakSignKind;
  measured: number;
  usual: number;
}

export interface LeakSignQuery extends PageQuery {
  code_id?: number | undefined;
  campaign_id?: number | undefined;
  kind?: LeakSignKind | undefined;
  open?: boolean | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games: Games;
}

export type LeakSignRow = Awaited<ReturnType<typeof selectSigns>>[number];

const selectSigns = (handle: Handle, where: SQL | undefined) => {
  const { leak_signs: s, codes: c, staff } = handle.t;
  return handle.db
    .select({
      ...{ sign_id: s.sign_id, code_id: s.code_id, day_start: s.day_start, kind: s.kind },
      ...{ measured: s.measured, usual: s.usual, seen_at: s.seen_at, seen_by: staff.name },
      ...{ code: c.code, campaign_id: c.campaign_id, base_code_id: c.base_code_id },
    })
    .from(s)
    .innerJoin(c, eq(c.code_id, s.code_id))
    .leftJoin(staff, eq(staff.staff_id, s.seen_by))
    .where(where)
    .orderBy(desc(s.day_start), desc(s.sign_id));
};

/** Lists signs, newest day first. */
export async function listSigns(handle: Handle, query: LeakSignQuery) {
  const { leak_signs: s } = handle.t;
  const where = matching(handle, query);
  const rows = await selectSigns(handle, where).limit(query.page_size).offset(offsetOf(query));
  return { rows, total: await countRows(handle, s, where) };
}

function matching(handle: Handle, { code_id, campaign_id, kind, open, games }: LeakSignQuery): SQL | undefined {
  const { leak_signs: s, codes: c } = handle.t;
  // A rejected code was never redeemed. The condition repeats the text of the index by base code, so that the database
  // uses the index.
  const creatorCodes = (base: number) =>
    sql`${s.code_id} in (select code_id from ${c} where base_code_id = ${base} and status <> 'rejected')`;
  const ofCampaign = (id: number) => sql`(select ${c.campaign_id} from ${c} where ${c.code_id} = ${s.code_id}) = ${id}`;
  return and(
    code_id === undefined ? undefined : or(eq(s.code_id, code_id), creatorCodes(code_id)),
    campaign_id === undefined ? undefined : ofCampaign(campaign_id),
    kind === undefined ? undefined : eq(s.kind, kind),
    open === undefined ? undefined : open ? isNull(s.seen_at) : isNotNull(s.seen_at),
    codeWithin(handle, games, s.code_id),
  );
}

export async function findSign(handle: Handle, signId: number): Promise<LeakSignRow | null> {
  const [row] = await selectSigns(handle, eq(handle.t.leak_signs.sign_id, signId));
  return row ?? null;
}

/** Lists open signs since an instant, newest day first. */
export const listOpenSigns = (handle: Handle, limit: Games, since: number, most: number) => {
  const { leak_signs: s, codes: c } = handle.t;
  const isOpen = and(isNull(s.seen_at), gte(s.day_start, since), campaignWithin(handle, limit, c.campaign_id));
  return selectSigns(handle, isOpen).limit(most);
};

/** Adds signs; signs that are already stored do not change. */
export const insertSigns = ({ db, t }: Handle, signs: readonly NewLeakSign[]) =>
  db
    .insert(t.leak_signs)
    .values([...signs])
    .onConflictDoNothing();

/**
 * Marks an open sign as seen.
 * @returns whether the sign was open
 */
export async function markSeen({ db, t: { leak_signs: s } }: Handle, signId: number, staffId: number, now: number) {
  const rows = await db
    .update(s)
    .set({ seen_at: now, seen_by: staffId })
    .where(and(eq(s.sign_id, signId), isNull(s.seen_at)))
    .returning({ sign_id: s.sign_id });
  return rows.length > 0;
}
