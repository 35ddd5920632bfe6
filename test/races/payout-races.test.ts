import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { covers, parseRanges } from '../../daemon/domain/payouts/settlement-ranges.ts';
import { prepareMonthlyRun, prepareRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { linesOf, month, runsOf } from '../support/database/payouts.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';

// Runs are prepared while players pay: the cut-off is exact, whichever daemons accept a payment and prepare the run.
const FIELDS: [DatabaseKind, number][] = [
  ['sqlite', 1],
  ['postgres', 3],
];

describe.each(FIELDS)('payouts under load on %s, daemons: %i', (kind, count) => {
  test('each accrual is settled in one run, and the sums add up', async () => {
    const fresh = await testDatabase(kind, { isMigrated: true });
    const daemons: Database[] = [];
    for (let at = 0; at < count; at += 1) {
      const db = await openDatabase(fresh.url, { exclusive: at === 0 });
      db.keys.secretKey = secretKeyOf('the secret of a test');
      daemons.push(db);
    }
    const first = daemons[0] as Database;
    const { campaignId, creators } = await makeCreators(first, 130);
    const users = creators.map(({ user }) => user);
    let over = false;
    let paid = 0;
    const payers = daemons.flatMap((db, daemon) =>
      [0, 1].map(async (lane) => {
        for (let turn = lane; !over; turn += 1) {
          const some = users.slice((turn * 7 + daemon) % 100).slice(0, 20);
          const refund = turn % 5 === 4;
          await payAll(db, some, refund ? -300 : 1000);
          if (!refund) paid += some.length;
          await sleep(1);
        }
      }),
    );
    const ids = new Set<number>();
    for (let round = 0; round < 6; round += 1) {
      const asked = daemons.map((db) => prepareMonthlyRun(db, month(`race-${round}`), NOW + round));
      const manual = prepareRun(first, { kind: 'manual', campaignId, staffId: 1 }, NOW + round);
      const made = await Promise.all(asked);
      expect(new Set(made).size).toBe(1);
      for (const id of [...made, await manual]) ids.add(id);
      await sleep(50);
    }
    over = true;
    await Promise.all(payers);
    await prepareMonthlyRun(first, month('race-last'), NOW + 100);
    expect(paid).toBeGreaterThan(200);
    expect((await runsOf(first)).every((run) => run.status === 'draft')).toBe(true);
    expect(ids.size).toBe(12);

    const accruals = await first.read(({ db, t }) => db.select().from(t.accruals));
    const lines = await linesOf(first);
    const holding = accruals.map(
      (accrual) =>
        lines.filter(
          (line) =>
            line.creator_id === accrual.creator_id && covers(parseRanges(line.settlements), accrual.settlement_no),
        ).length,
    );
    expect(new Set(holding)).toEqual(new Set([1]));
    const revenue = accruals.reduce((sum, accrual) => sum + accrual.amount, 0n);
    expect(lines.reduce((sum, line) => sum + line.revenue, 0n)).toBe(revenue);
    expect(lines.reduce((sum, line) => sum + line.commission, 0n)).toBe(revenue / 10n);
    expect(new Set(lines.map((line) => line.run_id)).size).toBeGreaterThan(4);
    expect(await faultsIn(first)).toEqual([]);
    for (const db of daemons) await db.close();
    await fresh.drop();
  }, 120_000);
});

test('sabotage: without their locks, payments are stored after the cut-off, and verify finds them', async () => {
  const spy = unlockPayments();
  const fresh = await testDatabase('postgres', { booksMayDiffer: true, isMigrated: true });
  const db = await openDatabase(fresh.url, { exclusive: true });
  db.keys.secretKey = secretKeyOf('the secret of a test');
  const { creators } = await makeCreators(db, 5);
  const users = creators.map(({ user }) => user);
  await payAll(db, users, 1000);
  for (let round = 0; round < 10 && (await faultsIn(db)).length === 0; round += 1) {
    const late = payAll(db, users, 1000);
    await sleep(20);
    await prepareMonthlyRun(db, month(`sabotaged-${round}`), NOW + round);
    await late;
  }
  expect((await faultsIn(db)).join()).toMatch(/payout_lines creator/);
  spy.mockRestore();
  await db.close();
  await fresh.drop();
}, 60_000);

/** Removes the locks that payments take, and delays payments between their reads and their writes. */
function unlockPayments() {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  return vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    if (typeof first === 'string' && first.includes('pg_advisory_xact_lock_shared')) args[0] = 'select 1';
    const config = first as pg.QueryConfig;
    if (config?.name === 'pay_basics' || config?.name === 'pay_claims')
      args[0] = { ...config, text: config.text.replace(/ for share of [op]$/, '') };
    if (config?.name === 'pay_write') return sleep(700).then(() => query.apply(this, args));
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query);
}
