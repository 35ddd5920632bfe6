import { addCode, addCreatorCode, runningCampaign } from '../http/campaigns.ts';
import { playerPays } from '../http/earnings.ts';
import { done } from '../http/test-client.ts';
import type { TestDaemon } from '../world/daemon.ts';

// Creates a creator with commission, whose page the tests open.

export const PHONE = {
  locale: 'en-GB',
  viewport: { width: 390, height: 844 },
  permissions: ['clipboard-read', 'clipboard-write'],
};
export const CREATOR = 'mary';
export const EMAIL = 'mary@mail.example';

/** Adds a creator whose player paid 60.00 USD, of which 10% is commission in an approved run. */
export async function earned(daemon: TestDaemon) {
  const tiers = [
    { min_revenue: 0, percent: 10 },
    { min_revenue: 100, percent: 20 },
  ];
  const campaignId = await runningCampaign(daemon, { name: 'Summer', commission_tiers: tiers });
  const base = await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y', root_url: 'https://game.example' });
  const { code } = await addCreatorCode(daemon, CREATOR, base.code);
  done(await daemon.owner.edit('changeCreator', { params: { creator_id: CREATOR }, body: { email: EMAIL } }));
  done(await daemon.server.call('redeem', { body: { user_id: 'ann', code } }));
  await playerPays(daemon, 'ann', 60, Date.now());
  const { run_id } = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
  done(await daemon.owner.call('approvePayoutRun', { params: { run_id } }));
  return { code, campaignId };
}

export const linkTo = async (daemon: TestDaemon) =>
  done(await daemon.server.call('createCreatorLink', { params: { creator_id: CREATOR } })).url;
