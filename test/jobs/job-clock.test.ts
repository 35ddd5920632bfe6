import { beforeAll, describe, expect, test } from 'vitest';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { leaseRun } from '../../daemon/features/jobs/lease-run.ts';
import type { Job } from '../../daemon/jobs/job.ts';
import { startJobRunner } from '../../daemon/jobs/runner.ts';
import { createStepWatch } from '../../daemon/lib/clock-steps.ts';
import { type Log, silentLog } from '../../daemon/lib/log.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

// Uses a simulated clock; clock-steps.long.test.ts tests the same with real processes.
const at = (text: string) => Date.parse(text);
const NOON = at('2026-06-15T12:00:00Z');
const [HOUR, DAY] = [3_600_000, 86_400_000];
let serial = 0;

onEachDatabase((database) => {
  beforeAll(() => seedOrganisation(database(), at('2026-01-01T00:00:00Z')));

  /** Starts a runner of one job, with a running clock that the test can set. */
  async function start(
    schedule: () => { every: 'day'; hour: number } | { every: 'minutes'; minutes: number },
    first = at('2026-06-15T11:00:00Z'),
  ) {
    const ran: string[] = [];
    const told: string[] = [];
    const name = `clock-${++serial}`;
    const run: Job['run'] = async ({ period }) => void ran.push(period.key);
    const job: Job = { name, says: 'records its periods', schedule, run };
    let clock = () => first;
    const log: Log = { ...silentLog, warn: (message) => void told.push(message) };
    const runner = startJobRunner({ db: database(), clock: () => clock(), log, jobs: [job] });
    await runner.runDueJobs();
    return {
      ...{ name, ran, told, runner },
      set(instant: number) {
        const setAt = performance.now();
        clock = () => instant + Math.round(performance.now() - setAt);
      },
      freeze(instant: number) {
        clock = () => instant;
      },
    };
  }
  const hourly = () => ({ every: 'minutes', minutes: 60 }) as const;
  const daily = () => ({ every: 'day', hour: 8 }) as const;

  test('after the clock is set back an hour and corrected, the runner checks immediately and runs each hour once', async () => {
    const { set, ran, told, runner } = await start(hourly, at('2026-06-15T11:59:58Z'));
    set(at('2026-06-15T10:59:59Z'));
    await until('the runner has seen the clock set back', () => told.some((line) => line.includes('set back')));
    set(at('2026-06-15T12:00:03Z'));
    await until('the runner has seen the clock set ahead', () => told.some((line) => line.includes('set ahead')));
    await until('the hour that is over', () => ran.length > 0);
    await runner.stop();
    expect(ran).toEqual(['2026-06-15T11:00Z']);
    expect(told.filter((line) => line.includes('set ahead'))).toHaveLength(1);
  });

  test('after a clock that was days ahead is corrected, the hours and days that become due later are not lost', async () => {
    const hours = await start(hourly);
    for (const now of [NOON + 10 * DAY, NOON + HOUR, NOON + 2 * HOUR]) {
      hours.freeze(now);
      await hours.runner.runDueJobs();
    }
    await hours.runner.stop();
    expect(hours.ran).toEqual(['2026-06-25T11:00Z', '2026-06-15T12:00Z', '2026-06-15T13:00Z']);
    const days = await start(daily);
    for (const now of [NOON + 2 * DAY, NOON, NOON + DAY, NOON + 3 * DAY]) {
      days.freeze(now);
      await days.runner.runDueJobs();
    }
    await days.runner.stop();
    expect(days.ran).toEqual(['2026-06-15', '2026-06-16', '2026-06-17']);
  });

  test('a job that first ran while the clock was ahead runs once the clock is corrected', async () => {
    const ran: string[] = [];
    const run: Job['run'] = async ({ period }) => void ran.push(period.key);
    const jobs = [{ name: `first-${++serial}`, says: 'is new', schedule: daily, run }];
    for (const now of [NOON + 10 * DAY, NOON, NOON + DAY]) {
      const runner = startJobRunner({ db: database(), log: silentLog, clock: () => now, jobs });
      await runner.runDueJobs();
      await runner.stop();
    }
    expect(ran).toEqual(['2026-06-15']);
  });

  test('a period whose run was leased while the clock was ahead is not run before it is due', async () => {
    const { freeze, name, ran, runner } = await start(daily);
    await leaseRun(database(), name, '2026-06-20', NOON + 6 * DAY);
    for (const now of [NOON, NOON + DAY]) {
      freeze(now);
      await runner.runDueJobs();
    }
    await runner.stop();
    expect(ran).toEqual(['2026-06-15']);
  });

  test('a long job does not delay other jobs', async () => {
    const long = `long-${++serial}`;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ran: string[] = [];
    const jobs: Job[] = [
      { name: long, says: 'takes a long time', schedule: hourly, run: () => held },
      {
        name: `${long}-other`,
        says: 'is quick',
        schedule: hourly,
        run: async ({ period }) => void ran.push(period.key),
      },
    ];
    let now = NOON;
    const runner = startJobRunner({ db: database(), log: silentLog, clock: () => now, jobs });
    await runner.runDueJobs();
    now += HOUR;
    const first = runner.runDueJobs();
    await until('the first hour', () => ran.length === 1);
    now += HOUR;
    const second = runner.runDueJobs();
    await until('the second hour', () => ran.length === 2);
    release();
    await Promise.all([first, second]);
    await runner.stop();
  });
});

describe('the clock watch', () => {
  test.each<[string, number, ReturnType<ReturnType<typeof createStepWatch>>]>([
    ['is right', 1000, null],
    ['is corrected by less than a second', 1900, null],
    ['is set ahead', DAY, { kind: 'ahead', byMs: DAY - 1000 }],
    ['is set back', -HOUR, { kind: 'back', byMs: -HOUR - 1000 }],
    ['stands still', 0, { kind: 'still', byMs: -1000 }],
  ])('reports the step, if any, of a clock that %s', (_name, by, expected) => {
    let [wall, mono] = [NOON, 5000];
    const look = createStepWatch(
      () => wall,
      () => mono,
    );
    wall += by;
    mono += 1000;
    expect(look()).toEqual(expected);
  });

  test('reports no step if the process was delayed between two clock readings', () => {
    let [wall, mono, held] = [NOON, 0, 0];
    const look = createStepWatch(
      () => {
        mono += held;
        wall += held;
        return wall;
      },
      () => mono,
    );
    for (const ms of [5000, 0, 0]) {
      held = ms;
      wall += 1000;
      mono += 1000;
      expect(look()).toBe(null);
    }
  });

  test('reports no step for many small corrections, but notices a frozen clock even at short intervals', () => {
    let [wall, mono] = [NOON, 0];
    const look = createStepWatch(
      () => wall,
      () => mono,
    );
    for (let n = 0; n < 100; n += 1) {
      wall += 1050;
      mono += 1000;
      expect(look()).toBe(null);
    }
    const seen = Array.from({ length: 10 }, () => {
      mono += 100;
      return look()?.kind;
    });
    expect(seen.filter(Boolean)).toEqual(['still']);
  });
});
