import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import type { TestDaemon } from '../support/world/daemon.ts';

const WISHES = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'];

/** Creates one custom code for each of six creators, oldest first. */
export async function fillQueue(daemon: TestDaemon) {
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
  for (const wish of WISHES) {
    const body = { creator_id: `cr_${wish}`, redemption_code: 'CREW', code: `${wish}-CREW` };
    const made = await daemon.server.call('createCreatorCode', { body });
    if (!made.ok) throw new Error(JSON.stringify(made.body));
  }
}

export async function statuses(daemon: TestDaemon) {
  const listed = await daemon.owner.call('listAllCreatorCodes', { query: { page_size: 100 } });
  if (!listed.ok) throw new Error('The codes could not be listed');
  return Object.fromEntries(
    listed.body.data.map(({ code, status, rejection_reason }) => [
      code,
      rejection_reason ? `${status}: ${rejection_reason}` : status,
    ]),
  );
}
