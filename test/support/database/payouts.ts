import { expect } from 'vitest';
import type { Database } from '../../../daemon/db/database.ts';
import { createHotStore } from '../../../daemon/hot/create-hot-store.ts';
import { makeCampaign, makeCode, NOW, payment, paymentRequest, redeemItem, resultOf } from './campaigns.ts';

export const month = (key: string) => ({ key, start: NOW - 30 * 86_400_000, end: NOW, timeZone: 'Europe/Berlin' });

let serial = 0;

/** A campaign with so many creators, each with a code and one player who used it. */
export async function makeCreators(db: Database, count: number) {
  serial += 1;
  const campaignId = await makeCampaign(db);
  const base = `BASE-${serial}`;
  const baseCodeId = await makeCode(db, campaignId, { code: base, kind: 'referral' });
  const creators = Array.from({ length: count }, (_, at) => ({
    creatorId: `creator ${serial} ${at}`,
    code: `CODE-${serial}-${at}`,
    user: `user ${serial} ${at}`,
  }));
  for (const { creatorId, code } of creators)
    await makeCode(db, campaignId, { code, kind: 'creator', baseCodeId, creatorId });
  const outcomes = await createHotStore(db).redeem(
    creators.map(({ user, code }) => redeemItem(user, code)),
    NOW,
  );
  expect(new Set(outcomes.map(resultOf))).toEqual(new Set(['ok']));
  return { campaignId, creators };
}

/** The same amount, in minor units, of each of the players. */
export async function payAll(db: Database, users: readonly string[], amount: number) {
  const [outcome] = await createHotStore(db).pay([paymentRequest(users.map((user) => payment(user, amount)))], NOW + 2);
  if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
}

export const runsOf = (db: Database) => db.read(({ db, t }) => db.select().from(t.payout_runs));
export const linesOf = (db: Database) => db.read(({ db, t }) => db.select().from(t.payout_lines));
export const statementsOf = (db: Database) => db.read(({ db, t }) => db.select().from(t.payout_statements));
