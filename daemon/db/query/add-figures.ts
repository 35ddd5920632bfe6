import { sql } from 'drizzle-orm';
import { startOfQuarter } from '../../lib/clock.ts';
import type { Minor } from '../../lib/money.ts';
import type { Handle } from '../database.ts';

/**
 * Daemons write counters in slots from 0 on. Releases and corrections of exchange rates use this slot, so they never
 * wait for a batch.
 */
const STAFF_SLOT = -1;

interface CodeFigures {
  codeId: number;
  termsId: number;
  gameId: string;
  claims?: number;
  revenue?: Minor;
}

/** A change to the series of a campaign, or of the whole organisation (0). */
interface CampaignFigures {
  campaignId: number;
  gameId: string;
  claims?: number;
  creatorRevenue?: Minor;
}

/** Adds to the codes' counters, and to the series of codes and campaigns in the current quarter of an hour. */
export async function addFigures(
  handle: Handle,
  figures: { codes: readonly CodeFigures[]; campaigns: readonly CampaignFigures[] },
  now: number,
): Promise<void> {
  // All transactions lock the rows in this order, so they cannot deadlock.
  const codes = figures.codes.toSorted((a, b) => a.codeId - b.codeId || a.termsId - b.termsId);
  const campaigns = figures.campaigns.toSorted((a, b) => a.campaignId - b.campaignId);
  const hour = startOfQuarter(now);
  for (const change of codes) await addToCode(handle, change);
  for (const change of codes) await addToCodeHour(handle, change, hour);
  for (const change of campaigns) await addToCampaignHour(handle, change, hour);
}

const codeRow = ({ codeId, gameId, claims = 0, revenue = 0n }: CodeFigures) => ({
  ...{ code_id: codeId, game_id: gameId, slot: STAFF_SLOT },
  ...{ claims, payments: 0, revenue, refunds: 0n },
});

async function addToCode({ db, t: { code_counters: c } }: Handle, change: CodeFigures) {
  const row = codeRow(change);
  await db
    .insert(c)
    .values({ ...row, terms_id: change.termsId })
    .onConflictDoUpdate({
      target: [c.code_id, c.terms_id, c.game_id, c.slot],
      set: { claims: sql`${c.claims} + ${row.claims}`, revenue: sql`${c.revenue} + ${row.revenue}` },
    });
}

async function addToCodeHour({ db, t: { code_hours: h } }: Handle, change: CodeFigures, hour: number) {
  const row = codeRow(change);
  await db
    .insert(h)
    .values({ ...row, hour })
    .onConflictDoUpdate({
      target: [h.code_id, h.hour, h.game_id, h.slot],
      set: { claims: sql`${h.claims} + ${row.claims}`, revenue: sql`${h.revenue} + ${row.revenue}` },
    });
}

async function addToCampaignHour({ db, t: { campaign_hours: h } }: Handle, change: CampaignFigures, hour: number) {
  const { campaignId, gameId, claims = 0, creatorRevenue = 0n } = change;
  const figures = { claims, payments: 0, revenue: 0n, refunds: 0n, creator_revenue: creatorRevenue };
  await db
    .insert(h)
    .values({ campaign_id: campaignId, game_id: gameId, hour, slot: STAFF_SLOT, ...figures })
    .onConflictDoUpdate({
      target: [h.campaign_id, h.hour, h.game_id, h.slot],
      set: {
        claims: sql`${h.claims} + ${claims}`,
        creator_revenue: sql`${h.creator_revenue} + ${creatorRevenue}`,
      },
    });
}
