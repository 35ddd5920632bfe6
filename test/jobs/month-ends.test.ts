import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { readRunCsv } from '../../daemon/features/payouts/run/read-runs.ts';
import { makeEarning } from '../support/database/earnings.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const at = (text: string) => Date.parse(text);
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function startDaemons(database: DatabaseKind, count: number, clock: { now: number }, zone: string) {
  const { url, drop } = await testDatabase(database);
  open.push({ close: drop });
  const daemons: TestDaemon[] = [];
  for (let n = 0; n < count; n += 1) {
    const daemon = await startTestDaemon({ databaseUrl: url, clock: () => clock.now });
    open.push(daemon);
    daemons.push(daemon);
    if (n === 0) await daemon.db.write(({ db, t }) => db.update(t.organisation).set({ time_zone: zone }));
  }
  const [first] = daemons;
  if (!first) throw new Error('no daemon');
  return { url, daemons, first };
}

const everyone = (daemons: TestDaemon[]) => Promise.all(daemons.map((daemon) => daemon.runDueJobs()));
const monthlyRuns = async ({ db }: TestDaemon) =>
  (await db.read(({ db, t }) => db.select().from(t.payout_runs).orderBy(t.payout_runs.run_id))).filter(
    ({ kind }) => kind === 'monthly',
  );
const jobRuns = async ({ db }: TestDaemon, job: string) =>
  (await db.read(({ db, t }) => db.select().from(t.job_runs).orderBy(t.job_runs.period))).filter(
    (run) => run.job === job && run.status !== 'baseline',
  );
async function csvHash({ db }: TestDaemon, runId: number) {
  const hash = createHash('sha256');
  for await (const chunk of (await readRunCsv(db, runId, 'finance')).body) hash.update(chunk);
  return hash.digest('hex');
}

describe('the end of a month, with three daemons on one database', () => {
  test.each([
    ['Europe/Madrid', '2026-10-31T23:00:00Z'],
    ['America/New_York', '2026-11-01T04:00:00Z'],
    ['Asia/Kolkata', '2026-10-31T18:30:00Z'],
    ['America/Havana', '2026-11-01T04:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-31T13:00:00Z'],
  ])('creates one run in %s', async (zone, due) => {
    const clock = { now: at('2026-10-20T12:00:00Z') };
    const { daemons, first } = await startDaemons('postgres', 3, clock, zone);
    await everyone(daemons);
    await makeEarning(first.db, {
      creator: 'c1',
      from: clock.now - 1000,
      to: at('2027-01-01T00:00:00Z'),
      now: clock.now,
    });
    clock.now = at(due) - 1;
    await everyone(daemons);
    expect(await monthlyRuns(first)).toEqual([]);
    clock.now = at(due);
    await everyone(daemons);
    await everyone(daemons);
    const runs = await monthlyRuns(first);
    expect(runs).toMatchObject([{ status: 'draft', period_end: at(due), time_zone: zone }]);
    expect(await jobRuns(first, 'monthly-payouts')).toMatchObject([{ period: '2026-10', status: 'done', fence: 1 }]);
    const runId = runs[0]?.run_id ?? 0;
    const hashes = await Promise.all(daemons.map((daemon) => csvHash(daemon, runId)));
    expect(new Set(hashes)).toEqual(new Set([JSON.parse(runs[0]?.csv_hashes ?? '{}').finance]));
  });
});

describe.each(STORY_DATABASES)('a daemon that was down, on %s', (database) => {
  test.each([
    ['1 hour', '2026-10-01T00:30:00Z', ['2026-09'], []],
    ['3 days', '2026-10-03T09:00:00Z', ['2026-09'], ['2026-09-30', '2026-10-01', '2026-10-02']],
    ['70 days', '2026-12-09T23:30:00Z', ['2026-09', '2026-10', '2026-11'], null],
  ])('after %s, catches up on each month and day once, oldest first', async (_name, back, months, days) => {
    const clock = { now: at('2026-09-30T23:30:00Z') };
    const { url, first } = await startDaemons(database, 1, clock, 'UTC');
    await first.runDueJobs();
    await makeEarning(first.db, {
      creator: 'c1',
      from: clock.now - 1000,
      to: at('2027-01-01T00:00:00Z'),
      now: clock.now,
    });
    await open.pop()?.close();
    clock.now = at(back);
    const again = await startTestDaemon({ databaseUrl: url, clock: () => clock.now });
    open.push(again);
    await again.runDueJobs();
    await again.runDueJobs();
    expect((await monthlyRuns(again)).map(({ period_key }) => period_key)).toEqual(
      months.map((month) => expect.stringContaining(month)),
    );
    const daily = await jobRuns(again, 'daily-results');
    expect(daily.every(({ status, fence }) => status === 'done' && fence === 1)).toBe(true);
    if (days) expect(daily.map(({ period }) => period)).toEqual(days);
    else expect([daily.length, daily[0]?.period, daily.at(-1)?.period]).toEqual([70, '2026-09-30', '2026-12-08']);
    // The first run contains everything that was earned, and the other runs contain none of it.
    const lines = await again.db.read(({ db, t }) => db.select().from(t.payout_lines));
    expect(lines).toMatchObject([{ creator_id: 'c1', revenue: 5000n, commission: 500n }]);
  });
});
