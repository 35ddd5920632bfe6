import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { CodeKind } from '../../domain/codes/code-kinds.ts';
import type { Games } from '../../domain/games.ts';

export interface CodeRow {
  code_id: number;
  campaign_id: number;
  code: string;
  kind: CodeKind;
}
export interface FigureRow {
  code_id: number;
  terms_id: number;
  claims: string;
  revenue: string;
}
export interface Slice {
  campaignId: number | undefined;
  limit: number | undefined;
  offset: number;
}

export function listCreatorsCodes(handle: Handle, creatorId: string, games: Games = null): Promise<CodeRow[]> {
  const { codes } = handle.t;
  const within = campaignWithin(handle, games, codes.campaign_id);
  return handle.db
    .select({ code_id: codes.code_id, campaign_id: codes.campaign_id, code: codes.code, kind: codes.kind })
    .from(codes)
    .where(and(eq(codes.creator_id, creatorId), ne(codes.status, 'rejected'), within))
    .orderBy(desc(codes.code_id));
}

/** Returns claims and revenue of a creator's codes, grouped by the terms that applied to the revenue. */
export function listCreatorFigures({ db, t }: Handle, creatorId: string): Promise<FigureRow[]> {
  const { codes, code_counters: counters } = t;
  return db
    .select({
      code_id: counters.code_id,
      terms_id: counters.terms_id,
      claims: sumText(counters.claims),
      revenue: sumText(counters.revenue),
    })
    .from(codes)
    .innerJoin(counters, eq(counters.code_id, codes.code_id))
    .where(eq(codes.creator_id, creatorId))
    .groupBy(counters.code_id, counters.terms_id);
}

/** Lists redeem codes with their own figures, and referral codes with the sums of their creator codes. */
export async function listManagerRows({ db, t }: Handle, { campaignId, limit, offset }: Slice) {
  const { codes, code_counters: counters } = t;
  const main =
    campaignId === undefined
      ? ne(codes.kind, 'creator')
      : and(ne(codes.kind, 'creator'), eq(codes.campaign_id, campaignId));
  const rows = db
    .select({ code_id: codes.code_id, campaign_id: codes.campaign_id, code: codes.code, kind: codes.kind })
    .from(codes)
    .where(main)
    .orderBy(desc(codes.code_id));
  const page: CodeRow[] = limit === undefined ? await rows : await rows.limit(limit).offset(offset);
  const wanted = new Set(page.map((row) => row.code_id));
  const base = sql<number>`coalesce(${codes.base_code_id}, ${codes.code_id})`;
  const scope = limit === undefined ? undefined : inList(base, [...wanted]);
  const figures = await db
    .select({
      code_id: sql<number | string>`${base}`.as('base_id'),
      claims: sumText(counters.claims),
      revenue: sumText(counters.revenue),
    })
    .from(codes)
    .innerJoin(counters, eq(counters.code_id, codes.code_id))
    .where(and(scope, campaignId === undefined ? undefined : eq(codes.campaign_id, campaignId)))
    .groupBy(base);
  const byCode = new Map(figures.map((row) => [Number(row.code_id), row]));
  return page.map((row) => ({
    ...row,
    claims: byCode.get(row.code_id)?.claims ?? '0',
    revenue: byCode.get(row.code_id)?.revenue ?? '0',
  }));
}

const inList = (column: ReturnType<typeof sql>, ids: number[]) =>
  ids.length === 0
    ? sql`1 = 0`
    : sql`${column} in (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})`;

/** Reads everything that determines the tier in force: organisation, campaigns, creator, and all versions of terms. */
export async function getTerms({ db, t }: Handle, creatorId: string) {
  const [[organisation], [creator], campaigns, terms] = await Promise.all([
    db.select({ terms_id: t.organisation.terms_id, digits: t.organisation.currency_digits }).from(t.organisation),
    db.select({ terms_id: t.creators.terms_id }).from(t.creators).where(eq(t.creators.creator_id, creatorId)),
    db
      .selectDistinct({ campaign_id: t.campaigns.campaign_id, terms_id: t.campaigns.terms_id })
      .from(t.campaigns)
      .innerJoin(t.codes, eq(t.codes.campaign_id, t.campaigns.campaign_id))
      .where(eq(t.codes.creator_id, creatorId)),
    db
      .select({
        terms_id: t.commission_terms.terms_id,
        kind: t.commission_terms.kind,
        content: t.commission_terms.content,
      })
      .from(t.commission_terms),
  ]);
  if (!organisation) throw new Error('The row of the organisation is missing');
  return { organisation, creator, campaigns, terms };
}

export async function listCampaignsById({ db, t }: Handle, campaignIds: readonly number[]) {
  if (campaignIds.length === 0) return [];
  const { campaign_id, name, stage, starts_at, ends_at } = t.campaigns;
  return db
    .select({ campaign_id, name, stage, starts_at, ends_at })
    .from(t.campaigns)
    .where(inArray(campaign_id, [...campaignIds]));
}
