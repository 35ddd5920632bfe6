import { and, asc, eq, lte, notExists, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface CampaignEnd {
  campaign_id: number;
  name: string;
  starts_at: number;
  games: string | null;
  /** The earlier of `ends_at` and `archived_at`. */
  end: number;
}

const MOST = 500;

/** Returns the key of a campaign's end. If the campaign is reopened and ends again, the key is different. */
export const campaignEndKey = ({ campaign_id, end }: Pick<CampaignEnd, 'campaign_id' | 'end'>) =>
  `${campaign_id}@${end}`;

export function parseCampaignEndKey(key: string): Pick<CampaignEnd, 'campaign_id' | 'end'> | null {
  const [, campaign_id, end] = /^([1-9]\d{0,15})@([1-9]\d{0,15})$/.exec(key) ?? [];
  return campaign_id && end ? { campaign_id: Number(campaign_id), end: Number(end) } : null;
}

function columnsOf({ t: { campaigns: c } }: Handle) {
  const end: SQL<number | string> =
    sql`case when ${c.archived_at} < ${c.ends_at} then ${c.archived_at} else ${c.ends_at} end`;
  return { campaign_id: c.campaign_id, name: c.name, starts_at: c.starts_at, games: c.games, end };
}

/** Lists the ends of started campaigns that this job has not handled, earliest first. */
export async function listUnseenEnds(handle: Handle, job: string, now: number): Promise<CampaignEnd[]> {
  const { campaigns: c, job_runs: r } = handle.t;
  const columns = columnsOf(handle);
  // The expression produces the same text as `campaignEndKey`.
  const key = sql`cast(${c.campaign_id} as text) || '@' || cast(${columns.end} as text)`;
  const seen = handle.db
    .select({ job: r.job })
    .from(r)
    .where(and(eq(r.job, job), eq(r.period, key), eq(r.status, 'done')));
  const rows = await handle.db
    .select(columns)
    .from(c)
    .where(
      and(
        notInArray(c.stage, ['draft', 'importing']),
        lte(columns.end, now),
        sql`${c.starts_at} < ${columns.end}`,
        notExists(seen),
      ),
    )
    .orderBy(asc(columns.end), asc(c.campaign_id))
    .limit(MOST);
  return rows.map((row) => ({ ...row, end: Number(row.end) }));
}

/** Returns the current end of a campaign, which can be in the past or in the future. */
export async function findEnd(handle: Handle, campaignId: number): Promise<CampaignEnd | null> {
  const { campaigns: c } = handle.t;
  const [row] = await handle.db.select(columnsOf(handle)).from(c).where(eq(c.campaign_id, campaignId));
  return row ? { ...row, end: Number(row.end) } : null;
}
