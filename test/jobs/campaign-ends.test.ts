import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { jobsFor } from '../../daemon/jobs/jobs.ts';
import { listJobs } from '../../daemon/jobs/list-jobs.ts';
import { makeEarning, payAll } from '../support/database/earnings.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { moveCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 7);
const END = NOW + HOUR;
let daemon: TestDaemon | undefined;
afterEach(async () => {
  await daemon?.close();
  daemon = undefined;
});

async function start(database: DatabaseKind) {
  const clock = { now: NOW };
  daemon = await startTestDaemon({ database, clock: () => clock.now });
  await daemon.runDueJobs();
  const { db } = daemon;
  await db.write(({ db: tx, t }) =>
    tx.insert(t.webhooks).values({
      ...{ url: 'https://client.example/hook', events: '["campaign.ended"]', active: true, secret: 'x', failures: 0 },
      ...{ paused_until: NOW + 365 * 24 * HOUR, created_at: NOW, updated_at: NOW },
    }),
  );
  const campaignId = await makeEarning(db, { creator: 'c1', from: NOW - HOUR, to: END, now: NOW });
  const runs = async () =>
    (await db.read(({ db, t }) => db.select().from(t.payout_runs))).filter(({ kind }) => kind === 'campaign_end');
  const told = async () =>
    (await db.read(({ db, t }) => db.select().from(t.outbox))).map(({ body }) => JSON.parse(body));
  const change = (set: { ends_at?: number; stage?: 'draft' | 'published' | 'archived'; archived_at?: number }) =>
    db.write(({ db: tx, t }) => tx.update(t.campaigns).set(set).where(eq(t.campaigns.campaign_id, campaignId)));
  return { daemon, clock, campaignId, runs, told, change };
}

describe.each(STORY_DATABASES)('a campaign that ends, on %s', (database) => {
  test('is reported and settled once, and again if it ends a second time', async () => {
    const { daemon, clock, campaignId, runs, told, change } = await start(database);
    clock.now = END - 1;
    await daemon.runDueJobs();
    expect([await runs(), await told()]).toEqual([[], []]);
    clock.now = END;
    await daemon.runDueJobs();
    await daemon.runDueJobs();
    const ended = { type: 'campaign.ended', data: { campaign_id: campaignId, ended_at: new Date(END).toISOString() } };
    expect(await told()).toMatchObject([ended]);
    expect(await runs()).toMatchObject([{ campaign_id: campaignId, period_end: END, status: 'draft' }]);
    // Archiving an ended campaign does not end it again.
    clock.now += HOUR;
    await change({ stage: 'archived', archived_at: clock.now });
    await daemon.runDueJobs();
    expect((await runs()).length).toBe(1);
    const later = clock.now + HOUR;
    await change({ stage: 'published', ends_at: later });
    await daemon.db.write(({ db, t }) => db.update(t.campaigns).set({ archived_at: null }));
    await payAll(daemon.db, ['user_c1'], 3000, { createdAt: clock.now, takenAt: clock.now });
    clock.now = later;
    await daemon.runDueJobs();
    expect((await told()).map(({ data }) => data.ended_at)).toEqual(
      [END, later].map((at) => new Date(at).toISOString()),
    );
    const lines = await daemon.db.read(({ db, t }) => db.select().from(t.payout_lines));
    expect(lines.map(({ revenue, commission }) => [revenue, commission])).toEqual([
      [5000n, 500n],
      [3000n, 300n],
    ]);
  });

  test('ends early if it is archived; a draft never ends', async () => {
    const { daemon, clock, runs, told, change } = await start(database);
    await change({ stage: 'draft' });
    clock.now = END + HOUR;
    await daemon.runDueJobs();
    expect([await runs(), await told()]).toEqual([[], []]);
    await change({ stage: 'archived', archived_at: END - 1 });
    await daemon.runDueJobs();
    expect(await told()).toMatchObject([{ data: { ended_at: new Date(END - 1).toISOString() } }]);
    expect(await runs()).toMatchObject([{ period_end: END - 1 }]);
  });

  test('is settled for what it earned before it was archived, and after it was restored', async () => {
    const { daemon, clock, campaignId, runs } = await start(database);
    const earn = (minor: number) => payAll(daemon.db, ['user_c1'], minor, { createdAt: clock.now, takenAt: clock.now });
    const later = async (to: 'archive' | 'restore') => {
      clock.now += 60_000;
      return done(await moveCampaign(daemon, campaignId, to)).status;
    };
    const archivedAt = clock.now + 60_000;
    expect(await later('archive')).toBe('archived');
    await daemon.runDueJobs();
    expect(await runs()).toMatchObject([{ period_end: archivedAt }]);
    clock.now += 60_000;
    await earn(2000);
    expect(await later('restore')).toBe('paused');
    // A paused campaign counts revenue. Payments received while it was archived are still not counted.
    clock.now += 60_000;
    await earn(3000);
    clock.now = END;
    await daemon.runDueJobs();
    expect(await runs()).toMatchObject([{ period_end: archivedAt }, { period_end: END }]);
    const lines = await daemon.db.read(({ db, t }) => db.select().from(t.payout_lines));
    expect(lines.map(({ revenue, commission }) => [revenue, commission])).toEqual([
      [5000n, 500n],
      [3000n, 300n],
    ]);
    expect(await faultsIn(daemon.db)).toEqual([]);
  });

  test('has its job in the job list, which only the owner can see', async () => {
    const { daemon, clock } = await start(database);
    clock.now = END;
    await daemon.runDueJobs();
    const owner = daemon.owner;
    const { data } = done(await owner.call('listJobs'));
    expect(data.map(({ job }: { job: string }) => job)).toEqual(
      (await listJobs(daemon.db, clock.now, jobsFor({}))).map(({ name }) => name),
    );
    const of = (name: string) => data.find(({ job }: { job: string }) => job === name);
    expect(of('campaign-ends')).toMatchObject({ last_run: { status: 'done', error: null }, next_run_at: null });
    // It was 07:00 at the start and is 08:00 now, so the results of the day before are due.
    expect(of('daily-results')).toMatchObject({
      runs: 'every day at 08:00',
      last_run: { period: '2026-11-20', status: 'done', finished_at: new Date(END).toISOString() },
      next_run_at: '2026-11-22T08:00:00.000Z',
    });
    expect(of('monthly-payouts')).toMatchObject({ last_run: null, next_run_at: '2026-12-01T00:00:00.000Z' });
    const viewer = await addMember(daemon, 'viewer');
    expect(shape(await viewer.ask.call('listJobs'))).toEqual(refusal(403, 'forbidden'));
  });
});
