import { eq, isNotNull, sql } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';

/** The last settlement number that a payout run includes, by campaign. */
export type Reach = ReadonlyMap<number, number>;

/**
 * Matches all campaigns with accruals, or only the campaign `campaignId`. Postgres might read all accruals for
 * `exists`, but reads only one for a scalar subquery.
 */
const inQuestion = ({ db, t: { accruals: a, campaigns: c } }: Handle, campaignId: number | null) =>
  campaignId === null
    ? isNotNull(sql`${db.select({ id: a.campaign_id }).from(a).where(eq(a.campaign_id, c.campaign_id)).limit(1)}`)
    : eq(c.campaign_id, campaignId);

/** Returns the current settlement numbers. */
export async function currentReach(handle: Handle, campaignId: number | null): Promise<Reach> {
  const { campaigns } = handle.t;
  const rows = await handle.db
    .select({ campaign_id: campaigns.campaign_id, settlement_no: campaigns.settlement_no })
    .from(campaigns)
    .where(inQuestion(handle, campaignId));
  return new Map(rows.map((row) => [row.campaign_id, row.settlement_no]));
}

/**
 * Ends the current settlement of the campaigns, so that later accruals belong to the next one. The caller must call
 * `holdPayments` first.
 * @returns the settlement numbers that ended
 */
export async function endSettlements(handle: Handle, campaignId: number | null): Promise<Reach> {
  const { campaigns } = handle.t;
  const rows = await handle.db
    .update(campaigns)
    .set({ settlement_no: sql`${campaigns.settlement_no} + 1` })
    .where(inQuestion(handle, campaignId))
    .returning({ campaign_id: campaigns.campaign_id, settlement_no: campaigns.settlement_no });
  return new Map(rows.map((row) => [row.campaign_id, row.settlement_no - 1]));
}

export async function insertReach({ db, t }: Handle, runId: number, reach: Reach): Promise<void> {
  const rows = [...reach].map(([campaign_id, settlement_no]) => ({ run_id: runId, campaign_id, settlement_no }));
  if (rows.length > 0) await db.insert(t.payout_run_campaigns).values(rows);
}

export async function getReach({ db, t }: Handle, runId: number): Promise<Reach> {
  const { payout_run_campaigns: reach } = t;
  const rows = await db.select().from(reach).where(eq(reach.run_id, runId));
  return new Map(rows.map((row) => [row.campaign_id, row.settlement_no]));
}

export interface CampaignPeriod {
  starts_at: number;
  /** When the campaign ended or was archived, whichever was earlier. */
  end: number;
}

export async function findCampaignPeriod({ db, t }: Handle, campaignId: number): Promise<CampaignPeriod | null> {
  const { campaigns: c } = t;
  const [row] = await db
    .select({ starts_at: c.starts_at, ends_at: c.ends_at, archived_at: c.archived_at })
    .from(c)
    .where(eq(c.campaign_id, campaignId));
  return row ? { starts_at: row.starts_at, end: Math.min(row.ends_at, row.archived_at ?? row.ends_at) } : null;
}

/** Returns the earliest start of all campaigns with accruals. */
export async function findFirstStart(handle: Handle): Promise<number | null> {
  const { campaigns: c } = handle.t;
  const [row] = await handle.db
    .select({ starts_at: sql<number | string | null>`min(${c.starts_at})` })
    .from(c)
    .where(inQuestion(handle, null));
  return row?.starts_at === null || row === undefined ? null : Number(row.starts_at);
}
