import { eq } from 'drizzle-orm';
import type { Database } from '../../../daemon/db/database.ts';
import { createHotStore } from '../../../daemon/hot/create-hot-store.ts';
import { makeCampaign, makeCode, payment, paymentRequest, redeemItem } from './campaigns.ts';

/** A campaign over a span with a creator whose code a player used and paid under, at `now`. @returns the campaign */
export async function earn(
  db: Database,
  { creator, from, to, now }: { creator: string; from: number; to: number; now: number },
) {
  const campaignId = await makeCampaign(db);
  await db.write(({ db: tx, t }) =>
    tx.update(t.campaigns).set({ starts_at: from, ends_at: to }).where(eq(t.campaigns.campaign_id, campaignId)),
  );
  const base = await makeCode(db, campaignId, { code: `BASE_${creator}`, kind: 'referral' });
  await makeCode(db, campaignId, { code: `OWN_${creator}`, kind: 'creator', baseCodeId: base, creatorId: creator });
  const [claimed] = await createHotStore(db).redeem([redeemItem(`user_${creator}`, `OWN_${creator}`)], now);
  if (!claimed || !('ok' in claimed) || !claimed.ok) throw new Error(JSON.stringify(claimed));
  await pay(db, `user_${creator}`, 5000, now + 1);
  return campaignId;
}

export async function pay(db: Database, user: string, amount: number, now: number) {
  const [taken] = await createHotStore(db).pay([paymentRequest([payment(user, amount, { createdAt: now })])], now);
  if (!taken?.ok) throw new Error(JSON.stringify(taken));
}
