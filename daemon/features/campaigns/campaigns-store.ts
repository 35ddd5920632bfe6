import { and, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { listHas } from '../../db/query/json-lists.ts';
import { contains, countRows, offsetOf, orderOf, type PageQuery, totalOf } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';
import { campaignWithin, coversGame } from '../../db/query/within-games.ts';
import type { ShownStatus } from '../../domain/campaign-status.ts';
import type { Games } from '../../domain/games.ts';

export type NewCampaign = Tables['campaigns']['$inferInsert'];
export type CampaignChange = Partial<Omit<NewCampaign, 'version'>>;
type CampaignColumns = Tables['campaigns']['$inferSelect'];
export interface CampaignRow extends CampaignColumns {
  /** The content of the campaign's own terms; null if the organisation's terms apply. */
  tiers: string | null;
}

export interface CampaignListQuery extends PageQuery {
  q?: string | undefined;
  status?: ShownStatus | undefined;
  sort?: string | undefined;
  /** Only campaigns that cover this game. */
  game_id?: string | undefined;
  tag?: string | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games?: Games | undefined;
}

/** Excludes campaigns that are still being imported. */
const isVisible = ({ t }: Handle) => ne(t.campaigns.stage, 'importing');

const selectVisible = (handle: Handle, where?: SQL) =>
  handle.db
    .select({ campaign: handle.t.campaigns, tiers: handle.t.commission_terms.content })
    .from(handle.t.campaigns)
    .leftJoin(handle.t.commission_terms, eq(handle.t.commission_terms.terms_id, handle.t.campaigns.terms_id))
    .where(and(isVisible(handle), where));

const rowOf = ({ campaign, tiers }: { campaign: CampaignColumns; tiers: string | null }): CampaignRow => ({
  ...campaign,
  tiers,
});

export async function findCampaign(handle: Handle, campaignId: number): Promise<CampaignRow | null> {
  const [row] = await selectVisible(handle, eq(handle.t.campaigns.campaign_id, campaignId));
  return row ? rowOf(row) : null;
}

/** Returns the campaign, locked until the transaction ends. */
export async function findCampaignForUpdate(handle: Handle, campaignId: number): Promise<CampaignRow | null> {
  const { campaign_id } = handle.t.campaigns;
  await forUpdate(
    handle,
    handle.db.select({ campaign_id }).from(handle.t.campaigns).where(eq(campaign_id, campaignId)),
  );
  return findCampaign(handle, campaignId);
}

export async function listCampaignRows(handle: Handle, query: CampaignListQuery, now: number) {
  const { campaigns } = handle.t;
  const where = and(
    isVisible(handle),
    campaignWithin(handle, query.games ?? null, campaigns.campaign_id),
    query.game_id === undefined ? undefined : coversGame(handle, query.game_id),
    query.tag === undefined ? undefined : listHas(handle, campaigns.tags, query.tag),
    query.q ? contains(query.q, campaigns.name, campaigns.notes) : undefined,
    query.status ? isShownAs(handle, query.status, now) : undefined,
  );
  const { created_at, starts_at, ends_at } = campaigns;
  const rows = await selectVisible(handle, where)
    .orderBy(
      ...orderOf(
        query.sort,
        { created_at, starts_at, ends_at, name: sql`lower(${campaigns.name})` },
        campaigns.campaign_id,
      ),
    )
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows.map(rowOf), total: await totalOf(query, rows, () => countRows(handle, campaigns, where)) };
}

/** Expresses `shownStatus` in SQL. */
function isShownAs({ t }: Handle, status: ShownStatus, now: number): SQL | undefined {
  const { stage, starts_at, ends_at } = t.campaigns;
  switch (status) {
    case 'archived':
    case 'draft':
      return eq(stage, status);
    case 'ended':
      return and(inArray(stage, ['published', 'paused']), lte(ends_at, now));
    case 'paused':
      return and(eq(stage, 'paused'), gt(ends_at, now));
    case 'scheduled':
      return and(eq(stage, 'published'), gt(ends_at, now), gt(starts_at, now));
    case 'active':
      return and(eq(stage, 'published'), gt(ends_at, now), lte(starts_at, now));
  }
}

export async function insertCampaign({ db, t }: Handle, campaign: NewCampaign): Promise<number> {
  const [row] = await db.insert(t.campaigns).values(campaign).returning({ campaign_id: t.campaigns.campaign_id });
  if (!row) throw new Error('The insert of a campaign returned no row');
  return row.campaign_id;
}

export async function updateCampaign({ db, t }: Handle, campaignId: number, set: CampaignChange): Promise<void> {
  await db
    .update(t.campaigns)
    .set({ ...set, version: nextVersion(t.campaigns.version) })
    .where(eq(t.campaigns.campaign_id, campaignId));
}

/** Turns a hidden campaign into a draft. */
export async function showCampaign({ db, t }: Handle, campaignId: number): Promise<void> {
  await db.update(t.campaigns).set({ stage: 'draft' }).where(eq(t.campaigns.campaign_id, campaignId));
}
