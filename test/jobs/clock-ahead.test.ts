import { afterEach, describe, expect, test } from 'vitest';
import { jobsFor } from '../../daemon/jobs/jobs.ts';
import { runDueByHand } from '../../daemon/jobs/run-by-hand.ts';
import { type Log, silentLog } from '../../daemon/lib/log.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

// If the clock jumps ahead by years, no job runs for future months.
const NOW = Date.parse('2026-06-15T12:00:00Z');
const DAY = 86_400_000;

describe.each(STORY_DATABASES)('on %s', (database) => {
  let daemon: TestDaemon;
  afterEach(() => daemon.close());
  const runs = async () => (await daemon.db.read(({ db, t }) => db.select().from(t.job_runs))).map((run) => run.period);
  async function start() {
    const clock = { now: NOW };
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (message: string) => void errors.push(message) };
    daemon = await startTestDaemon({ database, clock: () => clock.now, log });
    await daemon.runDueJobs();
    return { clock, errors };
  }

  test('if the clock is years ahead, no job runs and one log line says so; once the clock is right, jobs continue', async () => {
    const { clock, errors } = await start();
    const before = await runs();
    clock.now = NOW + 10 * 365 * DAY;
    await daemon.runDueJobs();
    await daemon.runDueJobs();
    expect(await runs()).toEqual(before);
    expect(errors).toEqual(['The clock is far ahead of the last run of any job: the daemon paused all jobs']);
    clock.now = NOW + 35 * DAY;
    await daemon.runDueJobs();
    expect((await runs()).filter((period) => !before.includes(period))).toContain('2026-06');
  });

  test('jobs continue after up to 100 days of downtime; after longer downtime, only once a job has been run by hand', async () => {
    const { clock } = await start();
    clock.now = NOW + 99 * DAY;
    await daemon.runDueJobs();
    expect(await runs()).toContain('2026-08');
    clock.now += 200 * DAY;
    await daemon.runDueJobs();
    expect(await runs()).not.toContain('2026-09');
    const [retention] = jobsFor({}).filter(({ name }) => name === 'retention');
    const parts = { db: daemon.db, clock: () => clock.now, log: silentLog, signal: new AbortController().signal };
    expect(await runDueByHand(parts, retention!)).toMatchObject([{ outcome: 'done' }]);
    await daemon.runDueJobs();
    expect(await runs()).toEqual(expect.arrayContaining(['2026-09', '2027-02', '2027-03']));
  });
});
