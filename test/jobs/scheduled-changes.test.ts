import { afterEach, describe, expect, test } from 'vitest';
import { runBulkSteps } from '../../daemon/features/bulk-codes/run-bulk-jobs.ts';
import { makeChange } from '../../daemon/features/scheduled-changes/make-change.ts';
import { cancelChange } from '../../daemon/features/scheduled-changes/schedule-change.ts';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { addCode, moveCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { type BodyFor, bearer, done, testClient } from '../support/http/test-client.ts';
import { type DatabaseKind, OWNER, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 27, 9);
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
let daemon: TestDaemon | undefined;
afterEach(async () => {
  await daemon?.close();
  daemon = undefined;
});

async function start(database: DatabaseKind) {
  const clock = { now: NOW };
  const started = await startTestDaemon({ database, clock: () => clock.now });
  daemon = started;
  const { owner } = started;
  const campaignId = await runningCampaign(started);
  const params = { campaign_id: campaignId };
  const schedule = async (body: BodyFor<'scheduleCampaignChange'>) =>
    done(await owner.call('scheduleCampaignChange', { params, body })).change_id as number;
  let reader = owner;
  const signInAgain = async () => {
    const { token } = done(await testClient(started.url).call('signIn', { body: OWNER }));
    reader = testClient(started.url, bearer(token));
  };
  const listed = async () => done(await reader.call('listScheduledChanges', { query: {} })).data;
  const campaign = async () => done(await reader.call('getCampaign', { params }));
  const written = async () => {
    const entries = done(await reader.call('listAudit', { query: { limit: 100 } })).data.toReversed();
    return entries.map(({ action }: { action: string }) => action).filter((action: string) => !/create/.test(action));
  };
  const runAt = async (hours: number) => {
    clock.now = NOW + hours * HOUR;
    await started.runDueJobs();
  };
  return { daemon: started, owner, campaignId, schedule, listed, campaign, written, runAt, signInAgain };
}

describe.each(STORY_DATABASES)('a scheduled change, on %s', (database) => {
  test('of a campaign is made once, when it is due', async () => {
    const { owner, daemon, campaignId, schedule, listed, campaign, written, runAt } = await start(database);
    await addCode(daemon, campaignId, 'GIFT');
    const change_id = await schedule({ due_at: at(2), move: 'pause', ends_at: at(48) });
    expect(await listed()).toMatchObject([
      { change_id, status: 'waiting', due_at: at(2), change: { move: 'pause', ends_at: at(48) }, finished_at: null },
    ]);
    await runAt(1.999);
    expect((await campaign()).status).toBe('active');
    await runAt(2);
    await runAt(2.1);
    expect(await campaign()).toMatchObject({ status: 'paused', ends_at: at(48) });
    expect(await listed()).toMatchObject([{ change_id, status: 'done', reason: null, finished_at: at(2) }]);
    const refused = await daemon.server.call('redeem', { body: { user_id: 'ann', code: 'GIFT' } });
    expect(refused.body.code).toBe('campaign_paused');
    const made = ['campaign.change', 'campaign.pause', 'campaign.make_change'];
    expect((await written()).slice(-4)).toEqual(['campaign.schedule_change', ...made]);
    expect((await owner.call('cancelScheduledChange', { params: { change_id } })).body.code).toBe(
      'invalid_status_move',
    );
  });

  test('of a batch changes all its codes', async () => {
    const { daemon, owner, campaignId, listed, runAt } = await start(database);
    const fields = { name: 'x', root_url: 'https://game.example/r', rewards_json: '[]', count: 20 };
    const { job_id: batch_id } = done(
      await owner.call('generateCodes', { params: { campaign_id: campaignId }, body: fields }),
    );
    await jobDone(owner, batch_id);
    const conditions = [{ attribute: 'level', is: 'at_least' as const, value: 20 }];
    const body = { due_at: at(2), active: 'N' as const, usage_limit: 7, ends_at: at(9), conditions };
    done(await owner.call('scheduleBatchChange', { params: { batch_id }, body }));
    await runAt(2);
    expect(await listed()).toMatchObject([{ batch_id, status: 'done', change: { usage_limit: 7, conditions } }]);
    const codes = async () =>
      done(await owner.call('listCodes', { params: { campaign_id: campaignId }, query: { batch_id, page_size: 50 } }))
        .data;
    const changed = { active: 'N', usage_limit: 7, ends_at: at(9), conditions };
    await runBulkSteps(daemon.db, () => NOW + 2 * HOUR);
    expect(await codes()).toEqual(Array.from({ length: 20 }, () => expect.objectContaining(changed)));
  });

  test('is not made once it is cancelled, even if a person and three daemons act at the same moment', async () => {
    const { daemon, campaignId, schedule, listed, campaign, written, runAt } = await start(database);
    const cancelled = await schedule({ due_at: at(2), move: 'pause' });
    done(await daemon.owner.call('cancelScheduledChange', { params: { change_id: cancelled } }));
    await runAt(3);
    expect((await campaign()).status).toBe('active');

    const raced: number[] = [];
    for (let round = 0; round < 5; round++) raced.push(await schedule({ due_at: at(4), move: 'pause' }));
    for (const id of raced) {
      const make = () => makeChange(daemon.db, id, NOW + 4 * HOUR);
      const cancel = () => cancelChange(daemon.db, 1, id, NOW + 4 * HOUR).catch(() => {});
      await Promise.all([make(), cancel(), make(), make()]);
      await moveCampaign(daemon, campaignId, 'publish');
    }
    const statuses = (await listed()).map(({ status }: { status: string }) => status);
    const actions = await written();
    const count = (word: string) => statuses.filter((status: string) => status === word).length;
    expect(count('done') + count('cancelled')).toBe(6);
    expect(actions.filter((action: string) => action === 'campaign.make_change')).toHaveLength(count('done'));
    expect(actions.filter((action: string) => action === 'campaign.cancel_change')).toHaveLength(count('cancelled'));
  });

  test.each([
    ['three hours', 3],
    ['three days', 72],
    ['70 days', 1680],
  ])(
    'waits while the daemon is down for %s, and is then made after earlier changes to its campaign',
    async (_, hours) => {
      const { daemon, schedule, campaign, listed, written, runAt, signInAgain } = await start(database);
      await schedule({ due_at: at(5), move: 'publish' });
      await schedule({ due_at: at(2), move: 'pause' });
      await schedule({ due_at: at(5), ends_at: at(5000) });
      await Promise.all([runAt(5 + hours), daemon.runDueJobs()]);
      await signInAgain();
      expect(await campaign()).toMatchObject({ status: 'active', ends_at: at(5000) });
      expect((await listed()).map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'done']);
      expect(
        (await written()).filter((action: string) => /pause|publish|campaign.change$/.test(action)).slice(-3),
      ).toEqual(['campaign.pause', 'campaign.publish', 'campaign.change']);
    },
  );

  test('that is no longer possible fails, stores the reason and changes nothing', async () => {
    const { daemon, owner, campaignId, schedule, campaign, listed, written, runAt } = await start(database);
    await schedule({ due_at: at(1), move: 'pause', starts_at: at(30) });
    done(await owner.edit('changeCampaign', { params: { campaign_id: campaignId }, body: { ends_at: at(24) } }));
    await runAt(1);
    expect(await campaign()).toMatchObject({ status: 'active', ends_at: at(24) });
    await schedule({ due_at: at(2), move: 'publish' });
    await schedule({ due_at: at(3), move: 'pause' });
    await runAt(2);
    done(await moveCampaign(daemon, campaignId, 'archive'));
    await runAt(3);
    const [archived, already, edited] = await listed();
    expect(archived).toMatchObject({ status: 'failed', reason: 'invalid_status_move' });
    // The campaign was already published, which is what the change requests.
    expect(already).toMatchObject({ status: 'done', reason: null });
    expect(edited).toMatchObject({ status: 'failed', reason: 'invalid_request' });
    expect((await written()).filter((action: string) => action === 'campaign.refuse_change')).toHaveLength(2);
  });

  test('is refused if its time has passed, if it changes nothing, or if the person is not allowed to see the campaign', async () => {
    const { daemon, owner, campaignId, schedule } = await start(database);
    const params = { campaign_id: campaignId };
    const faultOf = async (body: BodyFor<'scheduleCampaignChange'>) =>
      (await owner.call('scheduleCampaignChange', { params, body })).body.errors?.[0].code;
    expect(await faultOf({ due_at: at(0), move: 'pause' })).toBe('not_in_future');
    expect(await faultOf({ due_at: at(1) })).toBe('required');
    expect(await faultOf({ due_at: at(1), starts_at: at(3), ends_at: at(3) })).toBe('not_after_start');
    const change_id = await schedule({ due_at: at(1), move: 'pause' });
    const limited = await addMember(daemon, 'live_ops', ['other']);
    expect((await limited.ask.call('cancelScheduledChange', { params: { change_id } })).status).toBe(404);
    expect(done(await limited.ask.call('listScheduledChanges', { query: {} })).data).toEqual([]);
    done(await moveCampaign(daemon, campaignId, 'archive'));
    const late = await owner.call('scheduleCampaignChange', { params, body: { due_at: at(1), move: 'publish' } });
    expect(late.body.code).toBe('invalid_status_move');
  });
});
