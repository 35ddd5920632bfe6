import { expect, test } from 'vitest';
import { makeCreators } from '../support/database/earnings.ts';
import { dyingAt } from '../support/faults/die-at-step.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { ownerToken } from '../support/http/owner-token.ts';
import { bearer, done, testClient } from '../support/http/test-client.ts';
import { type DatabaseKind, spawnDaemon, startTestDaemon, testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

// The daemon is killed before and after the end of each transaction of a rate correction.
const KINDS: DatabaseKind[] = ['sqlite', 'postgres'];
/** A step corrects at most a hundred payments. */
const PAYMENTS = 250;
const DAY_MS = 86_400_000;
const SLOW_MS = 240_000;

test.each(KINDS)(
  '%s: a correction whose daemon is killed at each step corrects every payment once',
  async (kind) => {
    const storage = await testDatabase(kind);
    const { rateId, runDraft } = await prepare(storage.url);
    const states: string[] = [];
    for (;;) {
      // If the daemon dies before the end of a transaction, none of it is stored; after its end, all of it is. The
      // first transaction stores the request.
      const before = await diesAt(1, storage.url, rateId);
      if (before) states.push(await stateOf(storage.url));
      const after = before && (await diesAt(2, storage.url, rateId));
      if (!after) break;
      states.push(await stateOf(storage.url));
    }
    expect(states).toEqual([
      'none: 250 accruals',
      'running 0: 250 accruals',
      'running 0: 250 accruals',
      'running 100: 450 accruals',
      'running 100: 450 accruals',
      'running 200: 650 accruals',
      'running 200: 650 accruals',
      'running 250: 750 accruals',
      'running 250: 750 accruals',
      'done 250: 750 accruals',
    ]);
    // ¥1,001 counts as $6.71 instead of $1,001.00.
    expect(await runDraft()).toMatchObject({ totals: { payable: { amount: '167.75' } } });
    // Closing the daemon also runs `verify`.
    await storage.drop();
  },
  SLOW_MS,
);

/** Stores payments at a wrong rate. */
async function prepare(databaseUrl: string) {
  const daemon = await startTestDaemon({ databaseUrl });
  const body = { currency: 'JPY', valid_from: '2026-01-01', rate: '1' };
  const { rate_id: rateId } = done(await daemon.owner.call('createExchangeRate', { body }));
  const { creators } = await makeCreators(daemon.db, 1, { to: Date.now() + DAY_MS });
  const user = creators[0]?.user ?? '';
  const events = Array.from({ length: PAYMENTS }, () => paymentEvent(user, 1001, NOW + 1, { currency: 'JPY' }));
  done(await daemon.server.call('gameEvent', { body: { events } }));
  await daemon.close();
  const runDraft = async () => {
    const later = await startTestDaemon({ databaseUrl });
    const run = done(await later.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    await later.close();
    return run;
  };
  return { rateId, runDraft };
}

/** Starts a daemon that is to die at a point of the correction. @returns whether it died there */
async function diesAt(point: number, url: string, rateId: number): Promise<boolean> {
  // Ends the lease of the previous daemon, which would otherwise last for half a minute.
  await runSql(url, "update job_runs set lease_until = 0 where job = 'rate-corrections' and status = 'running'");
  const wasDone = await isDone(url);
  const daemon = await spawnDaemon(url, dyingAt(point, { DIE_IN: 'rate_corrections' })).catch((error) => {
    if (String(error).includes('SIGKILL')) return null; // It died before it was listening.
    throw error;
  });
  if (daemon === null) return true;
  if ((await listCorrections(url)).length === 0) await request(daemon.url, rateId).catch(() => {});
  await until('the end of the daemon or of the correction', () => wasDone || daemon.process.signalCode !== null);
  const { signal } = await daemon.end();
  return signal === 'SIGKILL';
}

async function request(url: string, rate_id: number) {
  const owner = testClient(url, bearer(await ownerToken(url)));
  const body = { rate: '0.0067', reason: 'The decimal point was in the wrong place.' };
  await owner.call('correctExchangeRate', { params: { rate_id }, body });
}

const listCorrections = (url: string) => runSql(url, 'select status, payments from rate_corrections');
const isDone = async (url: string) => (await listCorrections(url)).some(({ status }) => status === 'done');

async function stateOf(url: string): Promise<string> {
  const [correction] = await listCorrections(url);
  const [row] = await runSql(url, 'select count(*) as accruals from accruals');
  const progress = correction ? `${correction.status} ${correction.payments}` : 'none';
  return `${progress}: ${row?.accruals} accruals`;
}
