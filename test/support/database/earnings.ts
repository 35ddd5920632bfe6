import { expect } from 'vitest';
import type { Database } from '../../../daemon/db/database.ts';
import { createHotStore } from '../../../daemon/hot/create-hot-store.ts';
import { NOW } from '../world/defaults.ts';
import { makeCampaign, makeCode } from './campaigns.ts';
import { payment, paymentRequest, redeemItem, resultOf } from './hot-items.ts';

export interface Earner {
  creatorId: string;
  code: string;
  /** A player who uses the code. */
  user: string;
}

/** Adds a code for each creator, created from one referral code, and redeems it as the creator's player. */
async function addEarners(db: Database, campaignId: number, base: string, earners: readonly Earner[], at: number) {
  const baseCodeId = await makeCode(db, campaignId, { code: base, kind: 'referral' });
  for (const { creatorId, code } of earners)
    await makeCode(db, campaignId, { code, kind: 'creator', baseCodeId, creatorId });
  const outcomes = await createHotStore(db).redeem(
    earners.map(({ user, code }) => redeemItem(user, code)),
    at,
  );
  expect(new Set(outcomes.map(resultOf))).toEqual(new Set(['ok']));
}

let serial = 0;

/** Creates a campaign with this number of creators. Each has a code and one player who redeemed it. */
export async function makeCreators(db: Database, count: number, span: { from?: number; to?: number } = {}) {
  serial += 1;
  // With padding, the IDs of later creators also sort later.
  const padded = String(serial).padStart(4, '0');
  const campaignId = await makeCampaign(db, span);
  const creators = Array.from({ length: count }, (_, at) => ({
    creatorId: `creator ${padded} ${at}`,
    code: `CODE-${serial}-${at}`,
    user: `user ${serial} ${at}`,
  }));
  await addEarners(db, campaignId, `BASE-${serial}`, creators, NOW);
  return { campaignId, creators };
}

/** Adds a payment of the same amount, in minor units, by each player. */
export async function payAll(
  db: Database,
  users: readonly string[],
  amount: number,
  { createdAt = NOW + 1, takenAt = NOW + 2 } = {},
) {
  const payments = users.map((user) => payment(user, amount, { createdAt }));
  const [outcome] = await createHotStore(db).pay([paymentRequest(payments)], takenAt);
  if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
}

/** Creates a campaign and a creator whose player redeems the code at `now` and then pays. @returns the campaign's ID */
export async function makeEarning(
  db: Database,
  { creator, from, to, now }: { creator: string; from: number; to: number; now: number },
) {
  const campaignId = await makeCampaign(db, { from, to });
  const earner = { creatorId: creator, code: `OWN_${creator}`, user: `user_${creator}` };
  await addEarners(db, campaignId, `BASE_${creator}`, [earner], now);
  await payAll(db, [earner.user], 5000, { createdAt: now + 1, takenAt: now + 1 });
  return campaignId;
}
