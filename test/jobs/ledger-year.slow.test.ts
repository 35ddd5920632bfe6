import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { exportLedger } from '../../daemon/features/ledger-export/export-ledger.ts';
import { statementsOf } from '../support/database/payouts.ts';
import { demoDatabase } from '../support/world/demo.ts';
import { allRowsIn, differing, recomputePayouts } from '../support/world/ledger-files.ts';
import { runSql } from '../support/world/sql.ts';

const DAY = 86_400_000;
const YEAR_DAYS = 364;
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

test('every payout of the demo year is recomputed to the cent from the files alone', { timeout: 300_000 }, async () => {
  const fresh = await demoDatabase(YEAR_DAYS);
  opened.push(fresh.drop);
  const db = await openDatabase(fresh.url, { exclusive: true });
  opened.push(() => db.close());
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-ledger-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  // Two days after the end of the demo, all its days are closed.
  const now = Date.now() + 2 * DAY;
  await exportLedger(db, { folder, now, players: 'plain', signal: new AbortController().signal });
  const stored = await statementsOf(db);
  const payouts = await recomputePayouts(folder);
  expect(payouts).toHaveLength(stored.length);
  expect(stored.length).toBeGreaterThan(200);
  expect(differing(payouts)).toEqual([]);
  const sum = (rows: readonly (string | bigint)[]) => rows.reduce((total: bigint, one) => total + BigInt(one), 0n);
  expect(sum(payouts.map(({ recomputed }) => recomputed))).toBe(sum(stored.map(({ payable }) => payable)));
  const [{ rows } = {}] = await runSql(fresh.url, 'select count(*) as rows from accruals');
  expect(allRowsIn(folder, 'accruals')).toHaveLength(Number(rows));
});
