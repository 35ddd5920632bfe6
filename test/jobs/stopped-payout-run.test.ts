import { expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { prepareMonthlyRun, prepareRun, resumeRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { startRun } from '../../daemon/features/payouts/run/start-run.ts';
import { jobsFor } from '../../daemon/jobs/jobs.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { linesOf, month, runsOf } from '../support/database/payouts.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const CREATORS = 250;

/** Returns the signal of a daemon that stops during a job: it throws once it has been checked this many times. */
const raisedAfter = (looks: number) => {
  let seen = 0;
  const throwIfAborted = () => {
    seen += 1;
    if (seen > looks) throw new Error('stopped');
  };
  return { throwIfAborted } as AbortSignal;
};

onEachDatabase((database) => {
  test('a stopped daemon leaves a payout run after the current step, whichever job prepares it', async () => {
    const db = database();
    const { campaignId, creators } = await makeCreators(db, CREATORS);
    const users = creators.map(({ user }) => user);
    await payAll(db, users, 1000);
    const { key, start: from, end: to, timeZone: zone } = month('2026-05');
    const stop = (name: string, period: { key: string; from: number; to: number }, signal: AbortSignal) => {
      const job = jobsFor({}).find((one) => one.name === name);
      const work = { db, period: { ...period, dueAt: to }, zone, now: to, clock: () => to, signal };
      return expect(job?.run(work)).rejects.toThrow('stopped');
    };
    await stop('monthly-payouts', { key, from, to }, raisedAfter(3));
    expect(await runsOf(db)).toMatchObject([{ status: 'preparing', kind: 'monthly' }]);
    const before = (await linesOf(db)).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(CREATORS);
    await stop('unfinished-payouts', { key: 'run-1', from, to }, raisedAfter(0));
    const end = NOW + 1_000_000;
    await stop('campaign-end-payouts', { key: `${campaignId}@${end}`, from: end, to: end }, raisedAfter(0));
    await prepareMonthlyRun(db, month('2026-05'), to);
    expect(await runsOf(db)).toMatchObject([{ status: 'draft', kind: 'monthly' }]);
    expect(new Set((await linesOf(db)).map((line) => line.creator_id)).size).toBe(CREATORS);
    expect(await linesOf(db)).toHaveLength(CREATORS);
  }, 60_000);

  test('a caller that waits for another daemon’s run stops immediately, and does not start a run of its own', async () => {
    const { creators } = await makeCreators(database(), 10);
    await payAll(
      database(),
      creators.map(({ user }) => user),
      1000,
    );
    await startRun(database(), { kind: 'monthly', month: month('2026-06') }, NOW);
    const before = (await runsOf(database())).length;
    const { db, arrived, open } = heldAt(database(), 'before');
    const job = resumeRun(db, NOW);
    await arrived;
    const seen = db.reads();
    const stopping = new AbortController();
    const wish = { kind: 'manual', campaignId: null, staffId: 1 } as const;
    const asked = prepareRun(db, wish, NOW, stopping.signal).catch(({ message }: Error) => message);
    await until('the caller knows that it must wait', () => db.written() > 0);
    await until('the caller has read the other run, and waits', () => db.reads() > seen);
    stopping.abort(new Error('stopped'));
    // The other run continues only after this, so a caller that waited for it would wait forever.
    expect(await asked).toBe('stopped');
    open();
    await job;
    const runs = await runsOf(database());
    expect(runs).toHaveLength(before);
    expect(runs.filter(({ status }) => status === 'preparing')).toEqual([]);
  });

  test('a run that another daemon has finished is returned, even to a caller that is stopped', async () => {
    const { creators } = await makeCreators(database(), 250);
    await payAll(
      database(),
      creators.map(({ user }) => user),
      1000,
    );
    const started = await startRun(database(), { kind: 'monthly', month: month('2026-07') }, NOW);
    const runId = 'runId' in started ? started.runId : expect.unreachable('another run is in the way');
    const { db, arrived, open } = heldAt(database(), 'after');
    const stopping = new AbortController();
    // The caller's own startRun writes, too, so the first step is held only after the run exists.
    const asked = prepareRun(db, { kind: 'monthly', month: month('2026-07') }, NOW, stopping.signal);
    await arrived;
    await prepareMonthlyRun(database(), month('2026-07'), NOW);
    stopping.abort(new Error('stopped'));
    open();
    expect(await asked).toBe(runId);
  });
});

/** Wraps a database as another daemon would use it, and holds the first step of a run before or after it is written. */
function heldAt(database: Database, when: 'before' | 'after') {
  let open = () => {};
  let arrive = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let held = false;
  let reads = 0;
  let written = 0;
  const hold = async (isStep: boolean) => {
    if (held || !isStep) return;
    held = true;
    arrive();
    await opened;
  };
  const db: Database & { written: () => number; reads: () => number } = {
    ...database,
    written: () => written,
    reads: () => reads,
    async read(fn) {
      const result = await database.read(fn);
      reads += 1;
      return result;
    },
    async write(fn) {
      const isStep = reads > 0;
      if (when === 'before') await hold(isStep);
      const result = await database.write(fn);
      written += 1;
      if (when === 'after') await hold(isStep);
      return result;
    },
  };
  return { db, arrived, open };
}
