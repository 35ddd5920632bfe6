import { expect, it } from 'vitest';
import { addCode, addCreatorCode, runningCampaign } from '../support/http/campaigns.ts';
import { playerPays } from '../support/http/earnings.ts';
import { done } from '../support/http/test-client.ts';
import { startTestDaemon } from '../support/world/daemon.ts';

it('a player redeems the code of a creator and pays, and the creator earns', async () => {
  const daemon = await startTestDaemon();
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
  const { code } = await addCreatorCode(daemon, 'ann', 'CREW');
  expect(done(await daemon.server.call('redeem', { body: { user_id: 'fan', code } }))).toMatchObject({ linked: true });
  await playerPays(daemon, 'fan', 12.5);
  const [row] = done(await daemon.server.call('analytics', { query: { creator_id: 'ann' } }));
  expect(row).toMatchObject({ code, number_of_claims: 1, total_revenue: 12.5 });
  await daemon.close();
});
