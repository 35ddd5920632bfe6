import type { Handle } from '../../db/database.ts';
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import { createRecent } from '../../lib/recent.ts';
import { createSlices } from '../../lib/slices.ts';
import { type Stage, shownStatus } from '../campaigns/campaign-rules.ts';
import {
  type CampaignSums,
  findCampaigns,
  listBegun,
  listTopCreators,
  type Span,
  sumCampaigns,
  TOP,
} from './dashboard-store.ts';

/** The one list that reads a row for every creator code. */
const CREATORS_FRESH_MS = 10_000;
const MAX_KEPT = 100;
const SLICES_FRESH_MS = 300_000;
/** Each names all campaigns again: 30 days take four or five questions, and 400 days still none that lasts. */
const SLICE_MS = 10 * DAY_MS;
const MAX_SLICES = 200;

export type TopLists = ReturnType<typeof createTopLists>;

/** The two lists that read much, and what is kept of them between one look and the next. */
export function createTopLists() {
  const recentCreators = createRecent<Awaited<ReturnType<typeof listTopCreators>>>({
    freshMs: CREATORS_FRESH_MS,
    max: MAX_KEPT,
  });
  // What is received goes into the hour that is, so hours gone by stay as they are; one is left for clocks that differ,
  // and what somebody fills in afterwards is seen in a while.
  const kept = { sliceMs: SLICE_MS, settledMs: HOUR_MS, freshMs: SLICES_FRESH_MS, max: MAX_SLICES };
  const slices = createSlices<CampaignSums[]>(kept);
  return {
    creators: (handle: Handle, campaignId: number | undefined, now: number) =>
      recentCreators(String(campaignId), now, () => listTopCreators(handle, campaignId)),

    async campaigns(handle: Handle, campaignId: number | undefined, span: Span, now: number) {
      const ids = campaignId === undefined ? await listBegun(handle, span.to) : [campaignId];
      const parts = await slices(String(campaignId), span, now, (slice) => sumCampaigns(handle, ids, slice));
      const top = topOf(parts.flat());
      const found = new Map((await findCampaigns(handle, [...top.keys()])).map((row) => [row.campaign_id, row]));
      return [...top].flatMap(([id, { claims, revenue }]) => {
        const campaign = found.get(id);
        if (!campaign) return [];
        const { stage, name, ...times } = campaign;
        const status = shownStatus({ ...times, stage: stage as Stage }, now);
        return [{ campaign_id: id, name, status, claims: String(claims), revenue: String(revenue) }];
      });
    },
  };
}

/** The campaigns with the most revenue, then the most claims. */
function topOf(rows: readonly CampaignSums[]): Map<number, { claims: bigint; revenue: bigint }> {
  const sums = new Map<number, { claims: bigint; revenue: bigint }>();
  for (const { campaign_id, claims, revenue } of rows) {
    const sum = sums.get(campaign_id) ?? { claims: 0n, revenue: 0n };
    sum.claims += BigInt(claims);
    sum.revenue += BigInt(revenue);
    sums.set(campaign_id, sum);
  }
  const order = [...sums].sort(
    ([a, x], [b, y]) => descending(x.revenue, y.revenue) || descending(x.claims, y.claims) || a - b,
  );
  return new Map(order.slice(0, TOP));
}

const descending = (a: bigint, b: bigint) => (a > b ? -1 : a < b ? 1 : 0);
