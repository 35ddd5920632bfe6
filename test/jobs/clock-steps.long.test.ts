import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { type SpawnedDaemon, spawnDaemon, testDatabase } from '../support/world/daemon.ts';
import { type FakedClock, fakeClock, fakeClockPath } from '../support/world/faked-clock.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

// Runs real processes whose wall clock is set while they run. job-clock.test.ts tests the same with a simulated clock,
// so it also runs if libfaketime is missing.

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Retention runs every hour, on the hour, and daily results run at 08:00. */
const NOON = Date.parse('2026-06-15T12:00:00Z');
const STARTED = NOON - HOUR / 2;
const LATEST_MS = 60_000;

interface Stage {
  daemon: SpawnedDaemon;
  clock: FakedClock;
  /** The instant according to the correct clock. */
  now(): number;
  /** The periods that a job has run for so far, in order. */
  ran(job: string): string[];
  /** How many times the daemon has logged a step of its clock. */
  told(): number;
}

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

/** A busy daemon takes seconds to notice its new clock, and the test must still act before noon. */
const LEAD_MS = 15_000;

/** Starts a daemon, waits until it has checked its jobs, and sets its clock to `LEAD_MS` before noon. */
async function start(env: Record<string, string> = {}): Promise<Stage> {
  const fresh = await testDatabase('sqlite', { isMigrated: true });
  const clock = fakeClock(STARTED);
  const daemon = await spawnDaemon(fresh.url, { ...clock.env, REDEEMD_LOG_LEVEL: 'info', ...env });
  cleanUps.push(async () => {
    await daemon.end('SIGKILL');
    await fresh.drop();
    clock.remove();
  });
  await until('the first check of the jobs', async () => {
    const jobs = await runSql(fresh.url, "select distinct job from job_runs where status = 'baseline'");
    return jobs.length === 3;
  });
  const startedAt = performance.now();
  const now = () => NOON - LEAD_MS + (performance.now() - startedAt);
  clock.set(now());
  const lines = () => daemon.stderr().split('\n').filter(Boolean).map(lineOf);
  await until('the daemon has seen its clock set', () =>
    lines().some(({ msg }) => msg.startsWith('The clock was set ahead')),
  );
  const before = lines().length;
  return {
    daemon,
    clock,
    now,
    ran: (job) => lines().flatMap((line) => (line.msg === 'Job finished' && line.job === job ? [line.period] : [])),
    told: () =>
      lines()
        .slice(before)
        .filter(({ msg }) => msg.startsWith('The clock')).length,
  };
}

const lineOf = (line: string) => JSON.parse(line) as { msg: string; job?: string; period: string };

const LAST_HOUR = '2026-06-15T11:00Z';

/** Waits for the run that is due at noon. @returns whether it ran in time */
async function runsAtNoon({ ran, now }: Stage, patienceMs = LATEST_MS): Promise<boolean> {
  while (now() < NOON + patienceMs && !ran('retention').includes(LAST_HOUR)) await sleep(50);
  return ran('retention').includes(LAST_HOUR);
}

/** Returns the processor time that the daemon has used so far. */
function cpuMsOf({ daemon }: Stage): number {
  const stat = readFileSync(`/proc/${daemon.process.pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

/** @param seen returns whether the daemon has noticed that its clock was set back */
async function hourBackAndRight(stage: Stage, seen: () => boolean) {
  expect(stage.now()).toBeLessThan(NOON);
  stage.clock.set(stage.now() - HOUR);
  await until('the daemon has seen its clock set back', seen);
  await pastNoon(stage);
  stage.clock.set(stage.now());
}

async function pastNoon({ now }: Stage) {
  while (now() < NOON + 500) await sleep(50);
}

const isThere = fakeClockPath() !== null;
const why = isThere ? '' : ' (skipped: no libfaketime)';

describe.skipIf(!isThere).concurrent(`the clock of a daemon${why}`, { timeout: 120_000 }, () => {
  test('is set back an hour, then corrected: jobs that became due run once', async () => {
    const stage = await start();
    await hourBackAndRight(stage, () => stage.told() === 1);
    expect(await runsAtNoon(stage)).toBe(true);
    await sleep(1500);
    expect(stage.ran('retention')).toEqual([LAST_HOUR]);
    expect(stage.told()).toBe(2);
  });

  test('is ten days ahead: the daily job runs once for each day at little cost, and the hourly job continues after the correction', async () => {
    const stage = await start();
    const before = cpuMsOf(stage);
    stage.clock.set(stage.now() + 10 * DAY);
    // A check of the jobs uses the new clock at once, but a step that lasts less than a second is not noticed.
    await until('the daemon has seen its clock set', () => stage.told() === 1);
    const days = Array.from({ length: 10 }, (_none, n) => `2026-06-${15 + n}`);
    await until('the runs for the ten days', async () => stage.ran('daily-results').length >= days.length);
    stage.clock.set(stage.now());
    expect(await runsAtNoon(stage)).toBe(true);
    await sleep(1500);
    expect(stage.ran('daily-results')).toEqual(days);
    expect(new Set(stage.ran('retention')).size).toBe(stage.ran('retention').length);
    // For comparison: node-schedule needs 27 s, because it runs each missed tick ten times.
    expect(cpuMsOf(stage) - before).toBeLessThan(10_000);
    expect(stage.told()).toBe(2);
  });

  test('is frozen while an hour ends: the job runs once for that hour when the clock continues', async () => {
    const stage = await start();
    await stage.clock.freeze();
    expect(stage.now()).toBeLessThan(NOON);
    await pastNoon(stage);
    await until('the daemon has seen its clock stand still', () => stage.told() === 1);
    expect(stage.ran('retention')).toEqual([]);
    stage.clock.set(stage.now());
    expect(await runsAtNoon(stage)).toBe(true);
    await sleep(1500);
    expect(stage.ran('retention')).toEqual([LAST_HOUR]);
    expect(stage.told()).toBe(2);
  });

  test('sabotage: intervals that follow the wall clock miss the hour', async () => {
    const preloaded = pathToFileURL(join(root, 'test/support/faults/wall-clock-timers.mjs')).href;
    const stage = await start({ NODE_OPTIONS: `--import=${preloaded}` });
    await hourBackAndRight(stage, () => stage.daemon.stderr().includes('wait for the wall clock'));
    expect(await runsAtNoon(stage, stage.now() - NOON + 6000)).toBe(false);
  });
});
