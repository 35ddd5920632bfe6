import { and, asc, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { type CodeHour, type Span, sumCodeHours } from '../../db/query/code-hours.ts';
import { sumText } from '../../db/query/sums.ts';
import type { CreatorStatus } from '../../db/tables/words.ts';
import type { MainCodeKind } from '../../domain/codes/code-kinds.ts';

/** A code with figures; for a referral code, they are the sums of its creator codes. */
export interface FiguredCode {
  code_id: number;
  kind: MainCodeKind;
  code_norm: string | null;
}

/**
 * Repeats the WHERE clause of the index by base code, so that the database uses it. A rejected code was never redeemed.
 */
const ofBase = ({ t: { codes } }: Handle, baseCodeId: number) =>
  and(eq(codes.base_code_id, baseCodeId), sql`status <> 'rejected'`);

/** Sums the figures of a code by time step. */
export function listCodeHours(handle: Handle, code: FiguredCode, span: Span, grid: number): Promise<CodeHour[]> {
  const { codes, code_hours: h } = handle.t;
  const within = and(gte(h.hour, span.from), lt(h.hour, span.to));
  const rows = sumCodeHours(handle, span, grid);
  const found =
    code.kind === 'redeem'
      ? rows.where(and(eq(h.code_id, code.code_id), within))
      : rows.innerJoin(codes, eq(codes.code_id, h.code_id)).where(and(ofBase(handle, code.code_id), within));
  return found.groupBy(sql`grid_hour`);
}

export interface RefusedCount {
  reason: string;
  tries: number | string;
}

/** Counts refused redeems of the code and its creator codes by reason, most frequent first. */
export function countRefusedTries(handle: Handle, code: FiguredCode, span: Span): Promise<RefusedCount[]> {
  const { refused_tries: r, codes } = handle.t;
  const itsNorms = handle.db
    .select({ norm: codes.code_norm })
    .from(codes)
    .where(or(eq(codes.code_id, code.code_id), ofBase(handle, code.code_id)));
  // If the values are an array, Postgres looks up each one in the index.
  const isAny = handle.dialect === 'sqlite' ? sql`in ${itsNorms}` : sql`= any(array${itsNorms})`;
  const isOne = code.kind === 'redeem' ? sql`= ${code.code_norm}` : isAny;
  return (
    handle.db
      .select({ reason: r.reason, tries: sql<number | string>`count(*)` })
      .from(r)
      // These conditions repeat the expression and the WHERE clause of the index, so that the database uses the index.
      .where(
        and(
          sql`reason <> 'code_not_found'`,
          sql`upper(trim(${r.code})) ${isOne}`,
          gte(r.created_at, span.from),
          lt(r.created_at, span.to),
          eq(r.is_validate, false),
        ),
      )
      .groupBy(r.reason)
      .orderBy(desc(sql`count(*)`), asc(r.reason))
  );
}

export interface CreatorOfCode {
  code_id: number;
  creator_id: string;
  display_name: string | null;
  creator_status: CreatorStatus;
  code: string;
  status: string;
  claims: string;
  revenue: string;
}

/** Lists the creator codes of a referral code that have the most claims in total. */
export async function listTopCreatorCodes(handle: Handle, baseCodeId: number, most: number): Promise<CreatorOfCode[]> {
  const { codes: c, code_counters: n, creators } = handle.t;
  const claims = sql`coalesce(sum(${n.claims}), 0)`;
  const top = handle.db
    .select({
      code_id: c.code_id,
      all_claims: claims.as('all_claims'),
      all_revenue: sql`coalesce(sum(${n.revenue}), 0)`.as('all_revenue'),
    })
    .from(c)
    .leftJoin(n, eq(n.code_id, c.code_id))
    .where(ofBase(handle, baseCodeId))
    .groupBy(c.code_id)
    .orderBy(desc(claims), asc(c.code_id))
    .limit(most)
    .as('top');
  // The other columns are read only for the listed codes.
  const rows = await handle.db
    .select({
      code_id: c.code_id,
      creator_id: creators.creator_id,
      display_name: creators.display_name,
      creator_status: creators.status,
      code: c.code,
      status: c.status,
      claims: sql<string>`cast(${top.all_claims} as text)`,
      revenue: sql<string>`cast(${top.all_revenue} as text)`,
    })
    .from(top)
    .innerJoin(c, eq(c.code_id, top.code_id))
    .innerJoin(creators, eq(creators.creator_id, c.creator_id));
  return rows.toSorted((a, b) => Number(b.claims) - Number(a.claims) || a.code_id - b.code_id);
}

export async function countCreatorCodes(handle: Handle, baseCodeId: number): Promise<number> {
  const { codes: c } = handle.t;
  const [row] = await handle.db.select({ n: sql<number | string>`count(*)` }).from(c).where(ofBase(handle, baseCodeId));
  return Number(row?.n ?? 0);
}

export interface TermsFigure {
  code_id: number;
  creator_id: string | null;
  terms_id: number;
  revenue: string;
}

/** Lists creators' revenue in a campaign, by code and by the terms that applied to the revenue. */
export function listFiguresByTerms(
  { db, t }: Handle,
  campaignId: number,
  creatorIds: readonly string[],
): Promise<TermsFigure[]> {
  const { codes: c, code_counters: n } = t;
  return db
    .select({ code_id: c.code_id, creator_id: c.creator_id, terms_id: n.terms_id, revenue: sumText(n.revenue) })
    .from(c)
    .innerJoin(n, eq(n.code_id, c.code_id))
    .where(and(inArray(c.creator_id, [...creatorIds]), eq(c.campaign_id, campaignId)))
    .groupBy(c.code_id, c.creator_id, n.terms_id);
}

export function findTermsById({ db, t: { commission_terms: terms } }: Handle, termsIds: readonly number[]) {
  return db
    .select({ terms_id: terms.terms_id, kind: terms.kind, content: terms.content })
    .from(terms)
    .where(inArray(terms.terms_id, [...termsIds]));
}
