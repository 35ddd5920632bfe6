import type { Handle } from '../../db/database.ts';
import { shownStatus } from '../../domain/campaign-status.ts';
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import { compareMinor } from '../../lib/money.ts';
import { createSlices } from '../../lib/slices.ts';
import type { CreatorsOf } from './creator-sums-store.ts';
import { type CampaignSums, findCampaigns, listBegun, type Span, sumCampaigns, TOP } from './dashboard-store.ts';

const SLICES_FRESH_MS = 300_000;
/**
 * The length of a slice. Each slice needs one query that names all campaigns. 30 days take four or five queries, and
 * even for 400 days each query is fast.
 */
const SLICE_MS = 10 * DAY_MS;
const MAX_SLICES = 200;

export type ReadTopCampaigns = ReturnType<typeof createReadTopCampaigns>;

/** Creates a function that reads the campaigns with the most revenue in a span. It caches the sums of past days. */
export function createReadTopCampaigns() {
  // Daemons write only to the current quarter-hour. Clocks can differ by up to an hour, so rows older than an hour do
  // not change. Rows that the demo adds later appear within five minutes.
  const kept = { sliceMs: SLICE_MS, settledMs: HOUR_MS, freshMs: SLICES_FRESH_MS, max: MAX_SLICES };
  const slices = createSlices<CampaignSums[]>(kept);
  return async (handle: Handle, { campaignId, games, limit }: CreatorsOf, span: Span, now: number) => {
    const ids = campaignId === undefined ? await listBegun(handle, span.to, limit) : [campaignId];
    const name = JSON.stringify([campaignId, games, limit]);
    const parts = await slices(name, span, now, (slice) => sumCampaigns(handle, ids, games, slice));
    const top = topOf(parts.flat());
    const found = new Map((await findCampaigns(handle, [...top.keys()])).map((row) => [row.campaign_id, row]));
    return [...top].flatMap(([id, { claims, revenue, creatorRevenue }]) => {
      const campaign = found.get(id);
      if (!campaign) return [];
      const { stage, name, ...times } = campaign;
      const status = shownStatus({ ...times, stage }, now);
      const sums = { claims: String(claims), revenue: String(revenue), creator_revenue: String(creatorRevenue) };
      return [{ campaign_id: id, name, status, ...sums }];
    });
  };
}

interface TopSums {
  claims: bigint;
  revenue: bigint;
  creatorRevenue: bigint;
}

/** Returns the campaigns with the most revenue; those with equal revenue are sorted by claims. */
function topOf(rows: readonly CampaignSums[]): Map<number, TopSums> {
  const sums = new Map<number, TopSums>();
  for (const { campaign_id, claims, revenue, creator_revenue } of rows) {
    const sum = sums.get(campaign_id) ?? { claims: 0n, revenue: 0n, creatorRevenue: 0n };
    sum.claims += BigInt(claims);
    sum.revenue += BigInt(revenue);
    sum.creatorRevenue += BigInt(creator_revenue);
    sums.set(campaign_id, sum);
  }
  const order = [...sums].sort(
    ([a, x], [b, y]) => compareMinor(y.revenue, x.revenue) || compareMinor(y.claims, x.claims) || a - b,
  );
  return new Map(order.slice(0, TOP));
}
