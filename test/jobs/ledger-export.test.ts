import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { mergeCreator } from '../../daemon/features/creator-merges/merge-creators.ts';
import { eraseUser } from '../../daemon/features/erasure/erase-user.ts';
import { countRows } from '../../daemon/features/ledger-export/count-rows.ts';
import { exportLedger, exportLedgerDays } from '../../daemon/features/ledger-export/export-ledger.ts';
import type { Players } from '../../daemon/features/ledger-export/ledger-rules.ts';
import { formOf } from '../../daemon/features/ledger-export/write-ledger.ts';
import { voidStatement } from '../../daemon/features/payouts/run/change-run.ts';
import { prepareMonthlyRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { month, statementsOf } from '../support/database/payouts.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import {
  allRowsIn,
  daysOf,
  differing,
  ledgerFolder,
  manifestIn,
  recomputePayouts,
  rowsIn,
} from '../support/world/ledger-files.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
/** At this time, the day of NOW and the days of these tests are closed. */
const LATER = at('2026-12-01T12:00:00Z');
const { signal } = new AbortController();

onEachDatabase((database, kind) => {
  // Behaviour that does not depend on the database is tested once.
  const testFiles = kind === 'sqlite' ? test : () => {};
  const folders: string[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-ledger-'));
    folders.push(folder);
    mkdirSync(join(folder, 'ledger'));
    return folder;
  };
  let players: string[] = [];
  beforeAll(async () => {
    const { creators } = await makeCreators(database(), 3);
    players = creators.map(({ user }) => user);
    await setOrganisation({ time_zone: 'Europe/Berlin' });
  });
  afterAll(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  });

  const setOrganisation = (set: object) => database().write(({ db, t }) => db.update(t.organisation).set(set));
  const exportTo = (folder: string, change: { db?: Database; now?: number; players?: Players } = {}) =>
    exportLedger(change.db ?? database(), { folder, signal, now: LATER, players: 'plain', ...change });
  const payAt = (instant: number, amount = 100) =>
    payAll(database(), players.slice(0, 1), amount, { createdAt: instant, takenAt: instant });
  const count = async () => (await database().read(({ db, t }) => db.select().from(t.payments))).length;
  const idsIn = (rows: readonly Record<string, unknown>[], name = 'payment_id') => rows.map((row) => row[name]);
  test('each row is in the day of its receipt in the organisation’s time zone, even when the clocks change', async () => {
    const folder = newFolder();
    const ends = ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'].map(at);
    for (const end of ends) for (const instant of [end - 1, end]) await payAt(instant);
    const now = at('2026-10-26T23:59:59Z');
    await exportTo(folder, { now });
    expect(daysOf(folder, 'payments')).toEqual(['2026-10-24', '2026-10-25']);
    const received = (day: string) => idsIn(rowsIn(folder, 'payments', day), 'received_at');
    expect(received('2026-10-24')).toEqual(['2026-10-24T21:59:59.999Z']);
    expect(received('2026-10-25')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z']);
    expect(manifestIn(folder, 'payments', '2026-10-25')).toMatchObject({
      ...{ schema_version: 1, table: 'payments', day: '2026-10-25', time_zone: 'Europe/Berlin', players: 'plain' },
      ...{ from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z', currency: 'USD', currency_digits: 2 },
    });
    expect(daysOf(folder, 'claims')).toEqual(['2026-06-01']);
    await exportTo(folder, { now: now + 1000 });
    expect(received('2026-10-26')).toEqual(['2026-10-25T23:00:00.000Z']);
  });

  testFiles('another export writes the same bytes, and the job does not write days again', async () => {
    const [folder, other] = [newFolder(), newFolder()];
    const day = ledgerFolder(folder, 'payments', '2026-10-25');
    const contents = (place: string) => readdirSync(place).map((name) => readFileSync(join(place, name), 'base64'));
    const form = await formOf(database(), 'plain');
    const written = [];
    const days = { from: '2026-10-25', to: '2026-10-26', form };
    for await (const one of exportLedgerDays(database(), days, { folder, signal, now: LATER })) written.push(one);
    expect(written.filter(({ name }) => name === 'payments').map(({ day, rows }) => [day, rows])).toEqual([
      ['2026-10-25', 2],
      ['2026-10-26', 1],
    ]);
    expect(daysOf(folder, 'claims')).toEqual([]);
    // The job has already written these days to its own folder, so it does not write them again.
    await exportTo(other);
    expect(daysOf(other, 'payments')).toEqual([]);
    for await (const _ of exportLedgerDays(database(), days, { folder: other, signal, now: LATER }));
    expect(contents(ledgerFolder(other, 'payments', '2026-10-25'))).toEqual(contents(day));
    for (const name of readdirSync(day)) expect(statSync(join(day, name)).mode & 0o777).toBe(0o600);
  });

  test('a row that is stored late and a row from a wrong clock are each in exactly one file', async () => {
    const folder = newFolder();
    await payAt(at('2026-10-26T10:00:00Z'), 7);
    const ahead = LATER + 30 * DAY;
    await payAt(ahead, 8);
    await exportTo(folder);
    expect(idsIn(rowsIn(folder, 'payments', '2026-10-26'), 'amount')).toEqual(['100', '7']);
    expect(daysOf(folder, 'payments')).toEqual(['2026-10-26']);
    await exportTo(folder, { now: ahead + 2 * DAY });
    expect(idsIn(allRowsIn(folder, 'payments'), 'amount')).toEqual(['100', '7', '8']);
  });

  test('if the time zone changes, every row is still in exactly one file', async () => {
    const folder = newFolder();
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    await exportTo(folder);
    expect(rowsIn(folder, 'payments', '2026-10-24')).toHaveLength(1);
    await setOrganisation({ time_zone: 'Pacific/Auckland' });
    await exportTo(folder);
    expect(rowsIn(folder, 'payments', '2026-10-24')).toEqual([]);
    expect(new Set(idsIn(allRowsIn(folder, 'payments'))).size).toBe((await count()) - 1);
    expect(allRowsIn(folder, 'payments')).toHaveLength((await count()) - 1);
    await setOrganisation({ time_zone: 'Europe/Berlin' });
    await exportTo(folder);
    expect(allRowsIn(folder, 'payments')).toHaveLength((await count()) - 1);
  });

  test('two processes that count rows at the same time count each row once', async () => {
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    const counting = { zone: 'Europe/Berlin', now: LATER, signal };
    await Promise.all([countRows(database(), counting), countRows(database(), counting)]);
    const rows = await database().read(({ db, t }) => db.select().from(t.ledger_days));
    const payments = rows.filter(({ table_name }) => table_name === 'payments');
    expect(payments.reduce((sum, day) => sum + day.rows, 0)).toBe(await count());
  });

  testFiles('a stop leaves neither a draft nor a partial day, and the next run completes the rest', async () => {
    const folder = newFolder();
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    const stopping = new AbortController();
    const progress = () => daysOf(folder, 'payments').length > 1 && stopping.abort(new Error('stopped'));
    const db = database();
    const options = { folder, now: LATER, players: 'plain' as const, signal: stopping.signal, progress };
    await expect(exportLedger(db, options)).rejects.toThrow();
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    );
    await exportTo(folder);
    expect(allRowsIn(folder, 'payments')).toHaveLength((await count()) - 1);
  });

  testFiles(
    'if a folder cannot be written, the export fails and names it; other days are written, and the next run completes it',
    async () => {
      const folder = newFolder();
      await database().write(({ db, t }) => db.delete(t.ledger_days));
      await exportTo(folder, { now: at('2026-10-25T10:00:00Z') });
      const inTheWay = ledgerFolder(folder, 'payments', '2026-10-25');
      writeFileSync(inTheWay, '');
      const fault = /^The rows of 2026-10-25 in the table payments cannot be written to .*EEXIST/;
      await expect(exportTo(folder)).rejects.toThrow(fault);
      expect(rowsIn(folder, 'payments', '2026-10-26').length).toBeGreaterThan(0);
      rmSync(inTheWay);
      await exportTo(folder);
      expect(allRowsIn(folder, 'payments')).toHaveLength((await count()) - 1);
      rmSync(ledgerFolder(folder, 'payments', '2026-10-25'), { recursive: true });
      await exportTo(folder);
      expect(daysOf(folder, 'payments')).not.toContain('2026-10-25');
    },
  );

  testFiles('the export fails while its disk is not mounted, and continues afterwards', async () => {
    const [folder, disk] = [newFolder(), newFolder()];
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    await exportTo(folder, { now: at('2026-10-26T00:00:00Z') });
    renameSync(join(folder, 'ledger'), join(disk, 'mounted'));
    await expect(exportTo(folder)).rejects.toThrow(`but ${join(folder, 'ledger')} does not exist`);
    expect(readdirSync(folder)).toEqual([]);
    renameSync(join(disk, 'mounted'), join(folder, 'ledger'));
    await exportTo(folder);
    expect(allRowsIn(folder, 'payments')).toHaveLength((await count()) - 1);
  });

  test('every payout can be recomputed from the files: tiers, refunds, holds, freezes, merges, void statements', async () => {
    const db = database();
    const start = at('2026-11-03T10:00:00Z');
    const { creators } = await makeCreators(db, 3);
    const users = creators.map(({ user }) => user);
    const creatorId = creators[1]?.creatorId ?? '';
    const pay = (hours: number, amount: number) =>
      payAll(db, users, amount, { createdAt: NOW + 2, takenAt: start + hours * HOUR });
    const run = (key: string, hours: number) => prepareMonthlyRun(db, month(key), start + hours * HOUR);
    const terms = await db.write(({ db: tx, t }) =>
      tx
        .insert(t.commission_terms)
        .values({
          kind: 'tiers',
          content: '[{"min_revenue":0,"percent":5},{"min_revenue":20,"percent":12.5}]',
          created_at: NOW,
        })
        .returning(),
    );
    const setTerms = (terms_id: number | null) => db.write(({ db: tx, t }) => tx.update(t.campaigns).set({ terms_id }));
    await setTerms(terms[0]?.terms_id ?? null);
    await setOrganisation({ minimum_payout: 60n });
    await pay(0, 1001);
    await run('a', 1);
    await pay(2, 1003);
    await setOrganisation({ minimum_payout: 100n, hold_days: 1 });
    await pay(20, 333);
    const second = await run('b', 30);
    await db.write(({ db: tx, t }) => tx.update(t.creators).set({ payout_hold: 'check' }));
    await pay(31, -2000);
    await run('c', 32);
    await db.write(({ db: tx, t }) => tx.update(t.creators).set({ payout_hold: null }));
    const [taken] = (await statementsOf(db)).filter((row) => row.run_id === second && row.creator_id === creatorId);
    await db.write(({ db: tx, t }) => tx.update(t.payout_runs).set({ status: 'paid' }));
    const voided = { runId: second, statementId: taken?.statement_id ?? 0, reason: 'payment failed' };
    await voidStatement(db, voided, { staffId: 1, now: start + 33 * HOUR });
    const merging = { creatorId: creators[2]?.creatorId ?? '', intoId: creators[0]?.creatorId ?? '' };
    await mergeCreator(db, 1, merging, start + 33 * HOUR);
    await pay(34, 5005);
    const merged = await run('d', 80);
    await pay(81, 707);
    await run('e', 100);
    await setOrganisation({ minimum_payout: 0n, hold_days: 0 });

    const folder = newFolder();
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    await exportTo(folder);
    const payouts = await recomputePayouts(folder);
    expect(differing(payouts)).toEqual([]);
    const stored = (await statementsOf(db)).sort((a, b) => a.statement_id - b.statement_id);
    expect(payouts.map((row) => [row.statement_id, row.payable])).toEqual(
      stored.map((row) => [String(row.statement_id), String(row.payable)]),
    );
    // The runs cover all the cases that this test is about.
    expect(stored.filter((row) => row.run_id === merged)).toHaveLength(2);
    const reasons = new Set(stored.map(({ carry_reason }) => carry_reason));
    expect(reasons).toEqual(new Set([null, 'held', 'negative', 'below_minimum']));
    expect(rowsIn(folder, 'voided_statements')).toMatchObject([
      { statement_id: taken?.statement_id, taken_out: false },
    ]);
    // A missing accrual is noticed.
    rmSync(ledgerFolder(folder, 'accruals', '2026-11-03'), { recursive: true });
    expect(differing(await recomputePayouts(folder)).length).toBeGreaterThan(0);
  });

  test('the tables and days that contain an erased player are reported, and the next run writes these days without them', async () => {
    const [plain, hashed] = [newFolder(), newFolder()];
    const player = players[2] as string;
    await payAll(database(), [player], 50, { createdAt: NOW + 1, takenAt: at('2026-11-20T10:00:00Z') });
    await exportTo(hashed, { players: 'hashed' });
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    await exportTo(plain);
    const playersIn = (folder: string, table: string) => idsIn(allRowsIn(folder, table), 'user_id');
    expect(playersIn(plain, 'accruals')).toContain(player);
    for (const table of ['claims', 'payments', 'accruals']) expect(playersIn(hashed, table)).not.toContain(player);
    // The same player has the same hash in every table and on every day.
    const hashes = new Set([...playersIn(hashed, 'claims'), ...playersIn(hashed, 'accruals')]);
    expect(hashes.size).toBe(new Set([...playersIn(plain, 'claims'), ...playersIn(plain, 'accruals')]).size);

    const before = allRowsIn(plain, 'accruals').length;
    const { ledgerDays } = await eraseUser(database(), player, { forget: async () => [] }, NOW);
    expect(ledgerDays).toEqual([
      { table_name: 'claims', day: '2026-06-01' },
      { table_name: 'accruals', day: '2026-11-20' },
      { table_name: 'payments', day: '2026-11-20' },
    ]);
    await exportTo(plain);
    for (const table of ['claims', 'payments', 'accruals']) expect(playersIn(plain, table)).not.toContain(player);
    expect(allRowsIn(plain, 'accruals')).toHaveLength(before);
    expect((await eraseUser(database(), player, { forget: async () => [] }, NOW)).ledgerDays).toEqual([]);
  });

  test('an erasure while a day is written is noticed: the day is written again', async () => {
    const folder = newFolder();
    const player = players[1] as string;
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    let wasErased = false;
    // The player is erased right after a page with their claim has been read.
    const db: Database = {
      ...database(),
      async read(fn) {
        const found = await database().read(fn);
        const rows = Array.isArray(found) ? found : [];
        if (!wasErased && rows.some(({ user_id }) => user_id === player)) {
          wasErased = true;
          await eraseUser(database(), player, { forget: async () => [] }, NOW);
        }
        return found;
      },
    };
    await exportTo(folder, { db });
    expect(wasErased).toBe(true);
    expect(JSON.stringify(allRowsIn(folder, 'claims'))).toContain(`"${player}"`);
    await exportTo(folder);
    expect(JSON.stringify(allRowsIn(folder, 'claims'))).not.toContain(`"${player}"`);
  });

  testFiles('after a restore, files with more rows than the database are not replaced', async () => {
    const folder = newFolder();
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    await exportTo(folder);
    const rows = rowsIn(folder, 'claims', '2026-06-01').length;
    const manifest = join(ledgerFolder(folder, 'claims', '2026-06-01'), '_manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replaceAll(`"rows": ${rows}`, `"rows": ${rows + 4}`));
    await database().write(({ db, t }) => db.delete(t.ledger_days));
    await expect(exportTo(folder)).rejects.toThrow('its files contain 4 rows that the database does not have');
  });
});
