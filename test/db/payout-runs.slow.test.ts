import { expect, test } from 'vitest';
import { csvFile } from '../../daemon/features/payouts/files/csv-file.ts';
import { moveRun } from '../../daemon/features/payouts/run/change-run.ts';
import {
  prepareCampaignEndRun,
  prepareMonthlyRun,
  prepareRun,
  resumeRun,
  stepRun,
} from '../../daemon/features/payouts/run/prepare-run.ts';
import { findRun } from '../../daemon/features/payouts/run/runs-store.ts';
import { startRun } from '../../daemon/features/payouts/run/start-run.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { linesOf, month, runsOf, statementsOf } from '../support/database/payouts.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

// The daemon prepares one payout run per period, in steps, and any daemon can continue with the next step.
onEachDatabase((database) => {
  const begin = async (key: string) => {
    const started = await startRun(database(), { kind: 'monthly', month: month(key) }, NOW);
    return 'runId' in started ? started.runId : expect.unreachable('another run is still unfinished');
  };
  const runOf = async (runId: number) =>
    (await database().read((handle) => findRun(handle, runId))) ?? expect.unreachable('no run');
  const textOf = async (runId: number) => {
    const file = await csvFile(database(), await runOf(runId), 'finance');
    let text = '';
    for await (const chunk of file.body) text += chunk;
    return text;
  };
  const commissionsOf = async (runId: number) =>
    (await linesOf(database())).filter((line) => line.run_id === runId).map((line) => line.commission);

  test('a run continues, whichever step it was stopped after, and gives each creator one line', async () => {
    const { creators } = await makeCreators(database(), 250);
    const users = creators.map(({ user }) => user);
    for (const [at, stopAfter] of [0, 1, 2, 3].entries()) {
      await payAll(database(), users, 1000);
      const runId = await begin(`stopped-${at}`);
      for (let step = 0; step < stopAfter; step += 1) expect(await stepRun(database(), runId, NOW)).toBe(true);
      expect((await runOf(runId)).status).toBe('preparing');
      // These payments arrive after the cut-off.
      await payAll(database(), users, 500);
      expect(await prepareMonthlyRun(database(), month(`stopped-${at}`), NOW + 1)).toBe(runId);
      expect((await runOf(runId)).status).toBe('draft');
      const expected = at === 0 ? 100n : 150n;
      expect(await commissionsOf(runId)).toEqual(Array(250).fill(expected));
      expect(await stepRun(database(), runId, NOW)).toBe(false);
    }
    const ids = (await statementsOf(database())).map((row) => `${row.run_id} ${row.creator_id}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await faultsIn(database())).toEqual([]);
  });

  test('several daemons that prepare the same run simultaneously create only one run', async () => {
    const { creators } = await makeCreators(database(), 220);
    await payAll(
      database(),
      creators.map(({ user }) => user),
      1000,
    );
    const made = await Promise.all([1, 2, 3].map(() => prepareMonthlyRun(database(), month('at-once'), NOW)));
    expect(new Set(made).size).toBe(1);
    const own = creators.map(({ creatorId }) => creatorId);
    const lines = (await linesOf(database())).filter(
      (line) => line.run_id === made[0] && own.includes(line.creator_id),
    );
    expect(lines.map((line) => line.commission)).toEqual(Array(220).fill(100n));
    expect((await runsOf(database())).filter((run) => run.period_key === 'monthly:at-once')).toHaveLength(1);
  });

  test('if a month and a campaign end at the same time, each accrual is in only one of their runs', async () => {
    const { campaignId, creators } = await makeCreators(database(), 120);
    const users = creators.map(({ user }) => user);
    await payAll(database(), users, 1000);
    const runs = await Promise.all([
      prepareMonthlyRun(database(), month('both'), NOW),
      prepareCampaignEndRun(database(), campaignId, NOW),
      prepareMonthlyRun(database(), month('both'), NOW),
      prepareRun(database(), { kind: 'manual', campaignId, staffId: 1 }, NOW),
    ]);
    expect(new Set(runs).size).toBe(3);
    const lines = (await linesOf(database())).filter((line) => line.campaign_id === campaignId);
    expect(lines.map((line) => line.commission)).toEqual(Array(120).fill(100n));
    expect(await prepareCampaignEndRun(database(), campaignId, NOW + 5)).toBe(runs[1]);
  });

  test('an unfinished run is finished before another begins, or by the next daemon that looks for unfinished runs', async () => {
    const left = await begin('left');
    const manual = await prepareRun(database(), { kind: 'manual', campaignId: null, staffId: 1 }, NOW + 10);
    expect(manual).toBeGreaterThan(left);
    expect((await runOf(left)).status).toBe('draft');
    const again = await begin('left-again');
    expect(await resumeRun(database(), NOW)).toBe(true);
    expect((await runOf(again)).status).toBe('draft');
    expect(await resumeRun(database(), NOW)).toBe(false);
  });

  test('the period of a void run can be prepared again, with the same accruals', async () => {
    const { creators } = await makeCreators(database(), 3);
    const users = creators.map(({ user }) => user);
    await payAll(database(), users, 1000);
    const first = await prepareMonthlyRun(database(), month('void'), NOW);
    await moveRun(database(), first, { move: 'void', reason: 'Wrong.' }, { staffId: 1, now: NOW });
    await payAll(database(), users, 1000);
    const second = await prepareMonthlyRun(database(), month('void'), NOW);
    expect(second).toBeGreaterThan(first);
    expect(await commissionsOf(second)).toEqual([200n, 200n, 200n]);
  });

  test('late payments and refunds do not change the CSV of a prepared run', async () => {
    const { creators } = await makeCreators(database(), 5);
    const users = creators.map(({ user }) => user);
    await payAll(database(), users, 1000);
    const runId = await prepareMonthlyRun(database(), month('closed'), NOW);
    const before = await textOf(runId);
    await payAll(database(), users, -600);
    await payAll(database(), users, 100);
    expect(await textOf(runId)).toBe(before);
    const next = await prepareMonthlyRun(database(), month('after'), NOW);
    expect(await commissionsOf(next)).toEqual(Array(5).fill(-50n));
    const statements = (await statementsOf(database())).filter((row) => row.run_id === next);
    expect(statements.map((row) => [row.payable, row.carried_out, row.carry_reason])).toEqual(
      Array(5).fill([0n, -50n, 'negative']),
    );
    expect(await faultsIn(database())).toEqual([]);
  });
});
