import { expect, test } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { stepRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { startRun } from '../../daemon/features/payouts/run/start-run.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { linesOf } from '../support/database/payouts.ts';
import { dyingAt } from '../support/faults/die-at-step.ts';
import { ownerToken } from '../support/http/owner-token.ts';
import { bearer, done, testClient } from '../support/http/test-client.ts';
import { type DatabaseKind, spawnDaemon, startTestDaemon, testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

// A run that a daemon leaves unfinished is finished by the next daemon.
const KINDS: DatabaseKind[] = ['sqlite', 'postgres'];
/** A running daemon looks for unfinished runs at least this often. */
const WITHIN_MS = 60_000;
/** With a delay after each step, a run of this size takes longer than a shutdown is allowed to take. */
const MANY = 1500;

test.each(KINDS)(
  '%s: a half-prepared run is finished after the restart, each line once',
  async (kind) => {
    const storage = await testDatabase(kind);
    const clock = () => NOW;
    const first = await startTestDaemon({ databaseUrl: storage.url, clock });
    await first.runDueJobs();
    const { creators } = await makeCreators(first.db, 250);
    const users = creators.map(({ user }) => user);
    await payAll(first.db, users, 1000);
    const started = await startRun(first.db, { kind: 'manual', campaignId: null, staffId: 1 }, NOW);
    const runId = 'runId' in started ? started.runId : expect.unreachable('another run is in the way');
    await stepRun(first.db, runId, NOW);
    await first.close();

    const second = await startTestDaemon({ databaseUrl: storage.url, clock: () => NOW + WITHIN_MS });
    await second.runDueJobs();
    const staff = second.owner;
    expect(done(await staff.call('getPayoutRun', { params: { run_id: runId } }))).toMatchObject({
      status: 'draft',
      totals: { creators: 250 },
    });
    const lines = await linesOf(second.db);
    expect(lines.map((line) => line.commission)).toEqual(Array(250).fill(100n));
    await payAll(second.db, users, 1000);
    const again = done(await staff.call('createPayoutRun', { body: { kind: 'manual' } }));
    expect(again.totals).toMatchObject({ creators: 250, payable: { amount: '250.00' } });
    await second.close();
    await storage.drop();
  },
  180_000,
);

test('a daemon that is stopped in the middle of a long run exits in time, and the next daemon continues the run', async () => {
  const storage = await testDatabase('postgres', { isMigrated: true });
  // No daemon is running and the campaign continues, so no job prepares a run.
  const db = await openDatabase(storage.url, { exclusive: false });
  const { creators } = await makeCreators(db, MANY);
  await payAll(
    db,
    creators.map(({ user }) => user),
    1000,
  );
  await db.write(({ db: tx, t }) => tx.update(t.campaigns).set({ ends_at: Date.UTC(2100) }));
  await db.close();

  const stopped = await spawnDaemon(storage.url, {
    ...dyingAt(4, { DIE_BY: 'SIGTERM', STEP_MS: '1500' }),
    REDEEMD_LOG_LEVEL: 'info',
  });
  const wish = testClient(stopped.url, bearer(await ownerToken(stopped.url))).call('createPayoutRun', {
    body: { kind: 'manual' },
  });
  await until('the daemon is stopping', () => stopped.stderr().includes('"stopping"'));
  // A daemon that is still stopping after 9.5 s, by its own clock, exits with code 1.
  expect(await stopped.ended).toEqual({ code: 0, signal: null });
  expect((await wish).status).toBe(503);
  const [run, ...others] = await runSql(storage.url, 'select run_id, kind, status from payout_runs');
  expect(run).toMatchObject({ kind: 'manual', status: 'preparing' });
  expect(others).toEqual([]);

  const next = await startTestDaemon({ databaseUrl: storage.url, clock: () => Date.now() + WITHIN_MS });
  await next.runDueJobs();
  const staff = next.owner;
  expect(done(await staff.call('getPayoutRun', { params: { run_id: Number(run?.run_id) } }))).toMatchObject({
    status: 'draft',
    totals: { creators: MANY },
  });
  expect((await linesOf(next.db)).map((line) => line.commission)).toEqual(Array(MANY).fill(100n));
  await next.close();
  await storage.drop();
}, 180_000);
