import type { Database } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import { foldHours, getPeriod, gridOf, type Period } from '../../domain/periods.ts';
import type { Minor } from '../../lib/money.ts';
import { createRecent } from '../../lib/recent.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { listSteps, listVisible } from './campaign-results-store.ts';

export interface CampaignResultsQuery {
  campaignIds: number[];
  from: number | undefined;
  to: number | undefined;
  games: Games;
  /** The games that the caller is limited to; null if the caller is not limited. */
  limit: Games;
}

interface Sums {
  claims: number;
  revenue: Minor;
}

export interface CampaignResult extends Sums {
  campaign_id: number;
  series: { at: number; sum: Sums }[];
}

/** How long requests for the same campaigns share one result. */
const FRESH_MS = 10_000;
const MAX_KEPT = 500;

/**
 * Creates a function that reads campaign results. It reads the campaigns one by one, so that other requests do not
 * wait.
 */
export function createReadCampaignResults(db: Database) {
  const recent = createRecent<CampaignResult>({ freshMs: FRESH_MS, max: MAX_KEPT });
  return async ({ campaignIds, from, to, games, limit }: CampaignResultsQuery, now: number) => {
    const organisation = await db.read(getOrganisation);
    const period = getPeriod({ from, to }, now, organisation.time_zone);
    const visible = await db.read((handle) => listVisible(handle, campaignIds, limit));
    const results: CampaignResult[] = [];
    for (const campaignId of visible) {
      const key = JSON.stringify([campaignId, games, period.from, period.to, period.step]);
      results.push(await recent(key, now, () => readOne(db, campaignId, games, period)));
    }
    return { organisation, period, results };
  };
}

async function readOne(db: Database, campaignId: number, games: Games, period: Period): Promise<CampaignResult> {
  const { from, to, points } = period;
  const rows = await db.read((handle) => listSteps(handle, { campaignId, games, from, to, grid: gridOf(period) }));
  const series = foldHours(points, rows, nothing, add);
  const total = nothing();
  for (const row of rows) add(total, row);
  return { campaign_id: campaignId, ...total, series };
}

const nothing = (): Sums => ({ claims: 0, revenue: 0n });

function add(sum: Sums, { claims, revenue }: { claims: string; revenue: string }) {
  sum.claims += Number(claims);
  sum.revenue += BigInt(revenue);
}
