import { and, eq } from 'drizzle-orm';
import { backOffOf } from '../../../daemon/features/jobs/lease-rules.ts';
import type { TestDaemon } from '../world/daemon.ts';
import { addCode, moveCampaign, runningCampaign } from './campaigns.ts';
import { done, iso } from './test-client.ts';

const DAY = 86_400_000;
const FAILED_JOB = { job: 'monthly-payouts', period: '2020-01' };

/** Creates one of each fault that the dashboard shows to staff. The returned `mend` fixes them all. */
export async function withFaults(daemon: TestDaemon, now = Date.now()) {
  const { owner, server, db } = daemon;
  const endsAt = iso(now + 3 * DAY);
  const ending = await runningCampaign(daemon, { name: 'Nearly over', ends_at: endsAt });
  const campaignId = await runningCampaign(daemon, { name: 'Long' });
  const full = await addCode(daemon, campaignId, 'NEARLY-FULL', { usage_limit: 10 });
  await addCode(daemon, campaignId, 'FOR-ONE', { usage_limit: 1 });
  await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
  const redeem = (user_id: string, code: string) => server.call('redeem', { body: { user_id, code } });
  for (let n = 0; n < 9; n += 1) done(await redeem(`user_${n}`, 'NEARLY-FULL'));
  done(await redeem('user_0', 'FOR-ONE'));
  const wish = { creator_id: 'ann', redemption_code: 'CREW', code: 'ANN-WISH' };
  const { code_id } = done(await server.call('createCreatorCode', { body: wish }));
  const url = 'https://hooks.example.test/in';
  const { webhook_id } = done(
    await owner.call('createWebhook', { body: { url, events: ['campaign.ended'], active: true } }),
  );
  await db.write(async ({ db, t: { webhooks, job_runs } }) => {
    await db.update(webhooks).set({ failures: 3 }).where(eq(webhooks.webhook_id, webhook_id));
    const failed = { ...FAILED_JOB, status: 'failed' as const, fence: 9, error: 'Error: the disk is full' };
    await db
      .insert(job_runs)
      .values({ ...failed, lease_until: now + backOffOf(failed.fence), started_at: now, finished_at: now });
  });
  return {
    ending,
    endsAt,
    full,
    webhook_id,
    url,
    async mend() {
      done(await moveCampaign(daemon, ending, 'pause'));
      done(await owner.edit('changeCode', { params: { code_id: full.code_id }, body: { usage_limit: 100 } }));
      done(await owner.call('decideCreatorCodes', { body: { code_ids: [code_id], decision: 'approve' } }));
      done(await owner.edit('changeWebhook', { params: { webhook_id }, body: { url: `${url}/2` } }));
      await db.write(async ({ db, t: { job_runs: r } }) => {
        const isFailed = and(eq(r.job, FAILED_JOB.job), eq(r.period, FAILED_JOB.period));
        await db.delete(r).where(isFailed);
      });
    },
  };
}
