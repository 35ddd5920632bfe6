import { and, asc, eq, gt } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { migrationsOf } from '../../daemon/db/migrate/migration-files.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import type { SdkEventItem } from '../../daemon/domain/events/sdk-event.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { HOUR_MS, QUARTER_MS, startOfQuarter } from '../../daemon/lib/clock.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { payment, paymentRequest, redeemItem } from '../support/database/hot-items.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import { runSql } from '../support/world/sql.ts';

const QUARTER = startOfQuarter(NOW);
const NO_MONEY = { revenue: 0n, refunds: 0n, creator_revenue: 0n };
const event = (n: number, change: Partial<SdkEventItem> = {}): SdkEventItem => ({
  eventId: `0193c5a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  createdAt: NOW,
  gameId: 'game',
  eventType: 'shop',
  eventSubType: 'opened',
  sessionId: 's',
  anonId: null,
  userId: 'u1',
  referralLink: null,
  payload: '{}',
  ...change,
});

onEachDatabase((database) => {
  let first: number;
  let second: number;
  beforeAll(async () => {
    const db = database();
    first = await makeCampaign(db);
    second = await makeCampaign(db);
    const base = await makeCode(db, first, { code: 'BASE', kind: 'referral' });
    await makeCode(db, first, { code: 'ANN', kind: 'creator', baseCodeId: base, creatorId: 'ann' });
    await makeCode(db, second, { code: 'GIFT' });
  });
  const series = () =>
    database().read(async ({ db, t: { campaign_hours: h } }) => {
      const rows = await db.select().from(h).orderBy(asc(h.campaign_id), asc(h.hour), asc(h.game_id));
      return rows.map((row) => [
        ...[row.campaign_id, row.hour, row.game_id, row.claims, row.payments],
        ...[row.revenue, row.refunds, row.creator_revenue].map(Number),
      ]);
    });

  test('the claims of a batch count for their campaigns and for the whole organisation', async () => {
    const hot = createHotStore(database());
    const items = [redeemItem('u1', 'ANN'), redeemItem('u1', 'GIFT'), redeemItem('u2', 'GIFT'), redeemItem('u2', 'NO')];
    await hot.redeem(items, NOW);
    expect(await series()).toEqual([
      [0, QUARTER, '', 3, 0, 0, 0, 0],
      [first, QUARTER, '', 1, 0, 0, 0, 0],
      [second, QUARTER, '', 2, 0, 0, 0, 0],
    ]);
  });

  test('every payment counts for the organisation when it is received; a payment by a campaign’s player also counts for the campaign', async () => {
    const hot = createHotStore(database());
    const paid = [payment('u1', 1000, { transactionId: 't' }), payment('u2', 50), payment('player_x', 7)];
    await hot.pay([paymentRequest(paid, { requestId: 'r' })], NOW + 2);
    await hot.pay([paymentRequest(paid, { requestId: 'r' })], NOW + 2);
    const later = NOW + QUARTER_MS;
    await hot.pay([paymentRequest([payment('u1', -300, { refundOf: 't' }), payment('u2', -50)])], later);
    expect(await series()).toEqual([
      [0, QUARTER, '', 3, 0, 0, 0, 0],
      [0, QUARTER, 'game', 0, 3, 1057, 0, 1000],
      [0, QUARTER + QUARTER_MS, 'game', 0, 2, -350, 350, -300],
      [first, QUARTER, '', 1, 0, 0, 0, 0],
      [first, QUARTER, 'game', 0, 1, 1000, 0, 1000],
      [first, QUARTER + QUARTER_MS, 'game', 0, 1, -300, 300, -300],
      [second, QUARTER, '', 2, 0, 0, 0, 0],
      [second, QUARTER, 'game', 0, 2, 1050, 0, 0],
      [second, QUARTER + QUARTER_MS, 'game', 0, 2, -350, 350, 0],
    ]);
    expect(await faultsIn(database())).toEqual([]);
  });

  test('a released claim earns nothing, and the player can redeem the code again', async () => {
    const db = database();
    await db.write(async ({ db: tx, t }) => {
      await tx.update(t.claims).set({ released_at: NOW + 5 });
      for (const [campaign_id, claims] of [
        [0, -3],
        [first, -1],
        [second, -2],
      ] as const)
        await tx
          .insert(t.campaign_hours)
          .values({ campaign_id, hour: QUARTER, game_id: '', slot: -1, claims, payments: 0, ...NO_MONEY });
      await tx.delete(t.code_counters);
      await tx.delete(t.code_hours);
    });
    const claimsOf = async () => (await faultsIn(db)).filter((fault) => fault.startsWith('campaign_hours'));
    expect(await claimsOf()).toEqual([]);
    await createHotStore(db).pay([paymentRequest([payment('u1', 900, { transactionId: 'unearned' })])], NOW + 6);
    const accruals = await db.read(({ db: reader, t }) => reader.select().from(t.accruals));
    expect(accruals.map((row) => row.amount)).toEqual([1000n, -300n]);
    const [again] = await createHotStore(db).redeem([redeemItem('u1', 'ANN')], NOW + 7);
    expect(again).toMatchObject({ ok: true, linked: false });
    expect(await claimsOf()).toEqual([]);
    await db.write(async ({ db: tx, t }) => {
      const counters = [t.campaign_hours, t.code_counters, t.code_hours, t.payment_totals];
      const rows = [t.accruals, t.claims, t.links, t.counted_refunds, t.payments];
      for (const table of [...counters, ...rows]) await tx.delete(table);
    });
  });

  test('events are counted once, by type and by the quarter of an hour in which they were created', async () => {
    const hot = createHotStore(database());
    const batch = [
      event(1),
      event(1),
      event(2, { createdAt: NOW - QUARTER_MS }),
      event(3, { eventSubType: 'closed' }),
      event(4, { createdAt: -1 }),
    ];
    await hot.ingest(batch, NOW);
    await hot.ingest([event(2, { createdAt: NOW - QUARTER_MS }), event(5)], NOW);
    const rows = await database().read(({ db, t: { sdk_event_hours: h } }) =>
      db.select().from(h).orderBy(asc(h.hour), asc(h.event_sub_type)),
    );
    expect(rows.map((row) => [row.hour, row.event_sub_type, row.events])).toEqual([
      [-QUARTER_MS, 'opened', 1],
      [QUARTER - QUARTER_MS, 'opened', 1],
      [QUARTER, 'closed', 1],
      [QUARTER, 'opened', 2],
    ]);
    expect(await faultsIn(database())).toEqual([]);
  });

  test('verify reports each tampered figure of a series', async () => {
    const db = database();
    await createHotStore(db).redeem([redeemItem('v', 'ANN')], NOW);
    await createHotStore(db).pay([paymentRequest([payment('v', 100), payment('v', -30)])], NOW + 2);
    const { campaign_hours: h, sdk_event_hours: e } = await db.read(async ({ t }) => t);
    const isPaid = and(eq(h.campaign_id, 0), eq(h.game_id, 'game'));
    const hour = new Date(QUARTER).toISOString();
    const set = (figures: object) => db.write(({ db: tx }) => tx.update(h).set(figures).where(isPaid));
    for (const [figure, value] of [
      ['claims', 0],
      ['payments', 2],
      ['revenue', 70n],
      ['refunds', 30n],
      ['creator_revenue', 70n],
    ] as const) {
      const other = typeof value === 'bigint' ? value + 1n : value + 1;
      await set({ [figure]: other });
      expect(await faultsIn(db)).toEqual([
        `campaign_hours campaign 0 ${hour} game game ${figure}: ${other} instead of ${value}`,
      ]);
      await set({ [figure]: value });
    }
    // If a figure is at the wrong time or under another game, the total is right but the series is wrong.
    for (const [wrong, right] of [
      [{ hour: QUARTER + QUARTER_MS }, { hour: QUARTER }],
      [{ game_id: 'other' }, { game_id: 'game' }],
    ]) {
      await set(wrong as object);
      expect((await faultsIn(db)).length).toBe(8);
      await db.write(({ db: tx }) =>
        tx
          .update(h)
          .set(right as object)
          .where(and(eq(h.campaign_id, 0), gt(h.payments, 0))),
      );
    }
    await db.write(({ db: tx }) => tx.update(e).set({ events: 9 }).where(eq(e.event_sub_type, 'closed')));
    expect(await faultsIn(db)).toEqual([`sdk_event_hours game shop closed ${hour}: 9 instead of 1`]);
    await db.write(({ db: tx }) => tx.update(e).set({ events: 1 }).where(eq(e.event_sub_type, 'closed')));
    expect(await faultsIn(db)).toEqual([]);
  });
});

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('a migration computes the series of an older database from its rows', async () => {
    const fresh = await testDatabase(kind, { booksMayDiffer: true });
    const [initial] = migrationsOf(kind);
    await migrate(fresh.url, { migrations: initial ? [initial] : [] });
    await runSql(fresh.url, ...OLD_ROWS);
    await migrate(fresh.url);
    const rows = await runSql(fresh.url, 'select * from campaign_hours order by campaign_id, hour, game_id');
    const columns = [
      'campaign_id',
      'hour',
      'game_id',
      'slot',
      'claims',
      'payments',
      'revenue',
      'refunds',
      'creator_revenue',
    ];
    const shown = (row: Record<string, unknown>) =>
      columns.map((name) => (name === 'game_id' ? row[name] : Number(row[name])));
    expect(rows.map(shown)).toEqual([
      [0, 0, '', 0, 1, 0, 0, 0, 0],
      [0, HOUR_MS, '', 0, 1, 0, 0, 0, 0],
      [0, HOUR_MS, 'game', 0, 0, 2, 5, 5, 10],
      [7, 0, '', 0, 1, 0, 0, 0, 0],
      [7, HOUR_MS, '', 0, 1, 0, 0, 0, 0],
      [7, HOUR_MS, 'game', 0, 0, 1, 10, 0, 10],
    ]);
    const events = await runSql(fresh.url, 'select hour, events from sdk_event_hours order by hour');
    expect(events.map((row) => Object.values(row).map(Number))).toEqual([
      [-QUARTER_MS, 1],
      [HOUR_MS, 2],
    ]);
    const db = await openDatabase(fresh.url, { exclusive: true });
    const faults = await faultsIn(db);
    await db.close();
    expect(faults.filter((fault) => /^(campaign_hours|sdk_event_hours)/.test(fault))).toEqual([]);
    await fresh.drop();
  });
});

const insertEvent = (n: number, createdAt: number) =>
  `insert into sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, payload)
   values ('e${n}', ${createdAt}, 1, 'game', 'shop', 'opened', 's', '{}')`;
const insertClaim = (n: number, createdAt: number) =>
  `insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at)
   values (${n}, 'u${n}', 3, 3, false, 1, ${createdAt})`;
const insertPayment = (n: number, amount: number) =>
  `insert into payments (payment_id, game_id, user_id, amount, counted_code_ids, created_at, received_at)
   values (${n}, 'game', 'u1', ${amount}, '[]', 1, ${HOUR_MS + n})`;
const OLD_ROWS = [
  `insert into campaigns (campaign_id, name, starts_at, ends_at, stage, notes, settlement_no, created_at, updated_at)
   values (7, 'Old', 0, 9, 'published', '', 1, 0, 0)`,
  `insert into codes (code_id, campaign_id, kind, code, name, root_url, used, active, rewards_json, status, created_at,
     updated_at) values (3, 7, 'redeem', 'OLD', '', '', 0, true, '{}', 'approved', 0, 0)`,
  insertClaim(1, QUARTER_MS - 1),
  insertClaim(2, HOUR_MS),
  insertPayment(1, 10),
  insertPayment(2, -5),
  `insert into accruals (accrual_id, payment_id, user_id, code_id, campaign_id, creator_id, terms_id, settlement_no, amount,
     counted_at, received_at) values (1, 1, 'u1', 3, 7, 'ann', 1, 1, 10, 1, ${HOUR_MS + 1})`,
  insertEvent(1, -1),
  insertEvent(2, HOUR_MS),
  insertEvent(3, HOUR_MS + 1),
];
