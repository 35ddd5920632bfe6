import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { listOpenRuns } from '../../daemon/features/jobs/job-runs-store.ts';
import { LEASE_MS } from '../../daemon/features/jobs/lease-rules.ts';
import { finishRun, leaseRun, renewRun } from '../../daemon/features/jobs/lease-run.ts';
import type { Job } from '../../daemon/jobs/job.ts';
import { startJobRunner } from '../../daemon/jobs/runner.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { createGate } from '../support/world/create-gate.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const at = (text: string) => Date.parse(text);
const DAY = 86_400_000;
let serial = 0;

const findRun = async (db: Database, job: string, period: string) => {
  const runs = await db.read(({ db, t }) => db.select().from(t.job_runs).where(eq(t.job_runs.job, job)));
  return runs.find((run) => run.period === period) ?? null;
};

// These tests show which daemon runs which period, and what happens if a daemon loses its run without noticing.
onEachDatabase((database) => {
  beforeAll(() => seedOrganisation(database(), at('2026-01-01T00:00:00Z')));

  /** Starts a daily job at 8:00 that records the periods it runs for; the day before `first` counts as done. */
  async function daily(first: string, run: (key: string) => Promise<void> = async () => {}) {
    const ran: string[] = [];
    const job: Job = {
      name: `daily-${++serial}`,
      says: 'records its periods',
      schedule: () => ({ every: 'day', hour: 8 }),
      run: async ({ period }) => {
        await run(period.key);
        ran.push(period.key);
      },
    };
    await runAt(at(`${first}T09:00:00Z`), job);
    return { job, ran };
  }
  const runnerOf = (clock: () => number, ...jobs: Job[]) =>
    startJobRunner({ db: database(), clock, log: silentLog, jobs });
  async function runAt(now: number, ...jobs: Job[]) {
    const runner = runnerOf(() => now, ...jobs);
    await runner.runDueJobs();
    await runner.stop();
  }
  const runOf = (job: Job, period: string) => findRun(database(), job.name, period);

  describe('after downtime', () => {
    test.each([
      ['1 hour', '2026-06-02T09:30:00Z', ['2026-06-01']],
      ['3 days', '2026-06-04T08:00:00Z', ['2026-06-01', '2026-06-02', '2026-06-03']],
    ])('of %s, each period runs once, oldest first', async (_name, now, expected) => {
      const { job, ran } = await daily('2026-06-01');
      expect(ran).toEqual([]);
      await runAt(at('2026-06-02T07:59:59Z'), job);
      expect(ran).toEqual([]);
      await runAt(at(now), job);
      await runAt(at(now) + 1000, job);
      expect(ran).toEqual(expected);
    });

    test('of 70 days, 70 periods run once, in order', async () => {
      const { job, ran } = await daily('2026-06-01');
      await runAt(at('2026-06-01T09:00:00Z') + 70 * DAY, job);
      expect([ran.length, ran[0], ran.at(-1)]).toEqual([70, '2026-06-01', '2026-08-09']);
      expect(ran).toEqual([...ran].sort());
    });
  });

  test('several daemons together run each period once', async () => {
    const { job, ran } = await daily('2026-06-01', () => sleep(20));
    const now = at('2026-06-04T10:00:00Z');
    const runners = [1, 2, 3].map(() => runnerOf(() => now, job));
    for (let look = 0; look < 3; look += 1) await Promise.all(runners.map((runner) => runner.runDueJobs()));
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(ran).toEqual(['2026-06-01', '2026-06-02', '2026-06-03']);
  });

  test('a crashed daemon’s period goes to another daemon only once its lease has ended', async () => {
    const { job, ran } = await daily('2026-06-01');
    const now = at('2026-06-02T10:00:00Z');
    const dead = await leaseRun(database(), job.name, '2026-06-01', now);
    await runAt(now + LEASE_MS - 1, job);
    expect(ran).toEqual([]);
    await runAt(now + LEASE_MS, job);
    expect(ran).toEqual(['2026-06-01']);
    // The database ignores what the crashed daemon still reports.
    if (!dead) return expect.unreachable();
    expect(await renewRun(database(), dead, now + DAY)).toBe(false);
    expect(await finishRun(database(), dead, now + DAY)).toBe(false);
    expect(await runOf(job, '2026-06-01')).toMatchObject({ status: 'done', fence: 2, finished_at: now + LEASE_MS });
  });

  test('a job that fails stores its error, pauses, and is retried before its next period; other jobs continue', async () => {
    let broken = true;
    const failing = await daily('2026-06-01', async (key) => {
      if (broken && key === '2026-06-01') throw new Error('the disk is full');
    });
    const other = await daily('2026-06-01');
    const now = at('2026-06-03T10:00:00Z');
    await runAt(now, failing.job, other.job);
    expect([failing.ran, other.ran]).toEqual([[], ['2026-06-01', '2026-06-02']]);
    const kept = await runOf(failing.job, '2026-06-01');
    expect(kept).toMatchObject({ status: 'failed', error: 'Error: the disk is full', lease_until: now + 15_000 });
    broken = false;
    await runAt(now + 14_999, failing.job);
    expect(failing.ran).toEqual([]);
    await runAt(now + 15_000, failing.job);
    expect(failing.ran).toEqual(['2026-06-01', '2026-06-02']);
    expect(await runOf(failing.job, '2026-06-01')).toMatchObject({ status: 'done', error: null });
  });

  test('a clock that is set back does not repeat a period, and a clock that was far ahead does not delay one', async () => {
    const { job, ran } = await daily('2026-06-01');
    await runAt(at('2026-06-03T10:00:00Z'), job);
    await runAt(at('2026-06-02T10:00:00Z'), job);
    expect(ran).toEqual(['2026-06-01', '2026-06-02']);
    await leaseRun(database(), job.name, '2026-06-03', at('2027-06-04T10:00:00Z'));
    await runAt(at('2026-06-04T10:00:00Z'), job);
    await runAt(at('2026-06-05T10:00:00Z'), job);
    expect(ran).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04']);
    expect(await database().read((handle) => listOpenRuns(handle, job.name))).toEqual([]);
  });

  test('each period runs once while the clock is frozen', async () => {
    const { job, ran } = await daily('2026-06-01');
    const runner = runnerOf(() => at('2026-06-02T10:00:00Z'), job);
    for (let look = 0; look < 5; look += 1) await runner.runDueJobs();
    await runner.stop();
    expect(ran).toEqual(['2026-06-01']);
  });

  test('a daemon that stops waits for the current step and releases the rest of the run immediately', async () => {
    let steps = 0;
    let isOver = false;
    const [begun, stopped] = [createGate(), createGate()];
    const job: Job = {
      name: `steps-${++serial}`,
      says: 'takes a long time',
      schedule: () => ({ every: 'day', hour: 8 }),
      run: async ({ signal }) => {
        isOver = false;
        try {
          for (let step = 0; step < 3; step += 1) {
            signal.throwIfAborted();
            begun.open();
            await stopped.opened;
            steps += 1;
          }
        } finally {
          isOver = true;
        }
      },
    };
    await runAt(at('2026-06-01T09:00:00Z'), job);
    const now = at('2026-06-02T10:00:00Z');
    const runner = runnerOf(() => now, job);
    await begun.opened;
    const stopping = runner.stop();
    expect(steps).toBe(0);
    stopped.open();
    await stopping;
    expect([steps, isOver]).toEqual([1, true]);
    expect(await runOf(job, '2026-06-01')).toMatchObject({ status: 'running', lease_until: null });
    await runAt(now, job);
    expect(await runOf(job, '2026-06-01')).toMatchObject({ status: 'done', fence: 2 });
  });

  test('each found item runs once, and an item that fails does not delay the others', async () => {
    const ran: string[] = [];
    const period = (key: string) => ({ key, from: 0, to: 0, dueAt: 0 });
    const job: Job = {
      name: `found-${++serial}`,
      says: 'runs what it finds',
      keyForm: 'a key',
      find: async (db: Database, name: string) => {
        const found = await Promise.all(['a', 'b', 'c'].map((key) => findRun(db, name, key)));
        return ['a', 'b', 'c'].filter((_key, n) => found[n]?.status !== 'done').map(period);
      },
      parse: period,
      run: async ({ period: { key } }) => {
        if (key === 'b') throw new Error('b cannot be');
        ran.push(key);
      },
    };
    const now = at('2026-06-02T10:00:00Z');
    await runAt(now, job);
    await runAt(now + 1000, job);
    expect(ran).toEqual(['a', 'c']);
    expect(await runOf(job, 'b')).toMatchObject({ status: 'failed', fence: 1 });
  });
});
