import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { type Racing, race, startRacing } from './racing-daemons.ts';

// Daemons add batches to the series of the same campaigns simultaneously, and one daemon serves a dashboard.
const USERS = 300;
let racing: Racing;
let otherCampaign: number;
beforeAll(async () => {
  racing = await startRacing('postgres', 3);
  otherCampaign = await runningCampaign(racing.first);
  await addCode(racing.first, racing.campaignId, 'ONE');
  await addCode(racing.first, otherCampaign, 'OTHER');
});
// Closing a daemon also runs `verify`, which compares the series hour by hour.
afterAll(() => racing?.close());

test('no claim and no payment is lost from the series, or counted twice', async () => {
  const redeems = race(USERS, (at) => racing.redeem(at, `user ${at % 250}`, at % 3 === 0 ? 'OTHER' : 'ONE'));
  const payments = race(USERS, (at) => racing.pay(at + 1, `request ${at % 250}`, `user ${at}`, 1));
  const [redeemed] = await Promise.all([redeems, payments]);
  const claims = redeemed.filter(({ status }) => status === 200).length;
  const rows = await racing.first.db.read(({ db, t }) => db.select().from(t.campaign_hours));
  const sumOf = (campaign: number, figure: 'claims' | 'payments' | 'revenue') =>
    rows.filter((row) => row.campaign_id === campaign).reduce((sum, row) => sum + Number(row[figure]), 0);
  expect(claims).toBeGreaterThan(0);
  expect(sumOf(0, 'claims')).toBe(claims);
  expect(sumOf(racing.campaignId, 'claims') + sumOf(otherCampaign, 'claims')).toBe(claims);
  expect(sumOf(0, 'payments')).toBe(250);
  expect(sumOf(0, 'revenue')).toBe(250 * 100);
  expect(new Set(rows.filter((row) => row.campaign_id === 0).map((row) => row.slot)).size).toBe(3);
  const shown = await racing.first.owner.call('dashboard');
  expect(shown.ok && shown.body.totals).toMatchObject({ claims, payments: 250 });
});
