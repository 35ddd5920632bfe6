import { expect, test } from 'vitest';
import { prepareMonthlyRun } from '../../daemon/features/payouts/prepare-run.ts';
import { jobs } from '../../daemon/jobs/jobs.ts';
import { NOW } from '../support/books.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { linesOf, makeCreators, month, payAll, runsOf } from '../support/payout-books.ts';

const CREATORS = 250;

/** A daemon that is told to stop amid a job: after so many looks at the signal it is raised. */
const raisedAfter = (looks: number) => {
  let seen = 0;
  const throwIfAborted = () => {
    seen += 1;
    if (seen > looks) throw new Error('stopped');
  };
  return { throwIfAborted } as AbortSignal;
};

onEachDatabase((database) => {
  test('a payout run is left after the step under way, by whichever job it is made', async () => {
    const db = database();
    const { campaignId, creators } = await makeCreators(db, CREATORS);
    const users = creators.map(({ user }) => user);
    await payAll(db, users, 1000);
    const { key, start: from, end: to, timeZone: zone } = month('2026-05');
    const stop = (name: string, period: { key: string; from: number; to: number }, signal: AbortSignal) => {
      const job = jobs.find((one) => one.name === name);
      const work = { db, period: { ...period, dueAt: to }, zone, now: to, clock: () => to, signal };
      return expect(job?.run(work)).rejects.toThrow('stopped');
    };
    await stop('monthly-payouts', { key, from, to }, raisedAfter(2));
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
});
