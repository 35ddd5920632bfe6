import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { introduceCreator } from '../../daemon/features/creators/creators-store.ts';
import { finishRun, leaseRun } from '../../daemon/features/jobs/lease-run.ts';
import { dropOldRows } from '../../daemon/features/retention/drop-old-rows.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { startOfUtcDay } from '../../daemon/lib/clock.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 8, 20);

onEachDatabase((database) => {
  const retain = (now = NOW) => dropOldRows(database(), { calendarJobs: ['daily-results'], now });
  const count = async (
    table:
      | 'refused_tries'
      | 'idempotency_keys'
      | 'outbox'
      | 'deliveries'
      | 'staff_sessions'
      | 'sign_in_tries'
      | 'creator_links'
      | 'creator_sessions'
      | 'plan_violations',
  ) => (await database().read(({ db, t }) => db.select().from(t[table]))).length;

  test('failed attempts are removed after 30 days, however many there are', async () => {
    await seedOrganisation(database(), NOW);
    const rows = Array.from({ length: 1500 }, (_, n) => ({
      ...{ user_id: 'u', code: 'X', reason: 'code_not_found', family_id: 1 },
      created_at: NOW - (n < 1200 ? 31 : 29) * DAY,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await database().write(({ db, t }) => db.insert(t.refused_tries).values(rows.slice(from, from + 500)));
    expect(await retain()).toMatchObject({ refused_tries: 1200 });
    expect(await count('refused_tries')).toBe(300);
  });

  test('sessions of creators are removed at their end, and links an hour later', async () => {
    await database().write((handle) =>
      introduceCreator(handle, { creatorId: 'c', email: undefined, displayName: undefined }, NOW - DAY),
    );
    const of = (expires_at: number) => ({ creator_id: 'c', created_at: NOW - DAY, expires_at });
    await database().write(async ({ db, t }) => {
      const session = (token_hash: string, at: number) => ({ ...of(at), token_hash, kind: 'page' as const });
      await db.insert(t.creator_sessions).values([session('over', NOW), session('open', NOW + 1)]);
      const link = (at: number) => ({ ...of(at), origin: 'email' as const });
      await db.insert(t.creator_links).values([link(NOW - HOUR), link(NOW - HOUR + 1)]);
    });
    expect(await retain()).toMatchObject({ creator_sessions: 1, creator_links: 1 });
    expect([await count('creator_sessions'), await count('creator_links')]).toEqual([1, 1]);
  });

  test('idempotency keys are removed after 24 hours, and not before', async () => {
    const key = (family_id: number, name: string, age: number) => ({
      ...{ family_id, idempotency_key: name, request_hash: 'h', status: 200, body: '{}' },
      created_at: NOW - age,
    });
    const keys = [key(0, 'a', DAY), key(0, 'b', DAY + 1), key(0, 'c', 1), key(1, 'a', 2 * DAY), key(2, 'a', DAY - 1)];
    await database().write(({ db, t }) => db.insert(t.idempotency_keys).values(keys));
    expect(await retain()).toMatchObject({ idempotency_keys: 2 });
    const left = await database().read(({ db, t }) => db.select().from(t.idempotency_keys));
    expect(left.map((row) => `${row.family_id}${row.idempotency_key}`).sort()).toEqual(['0a', '0c', '2a']);
  });

  test('messages are removed after 90 days with their deliveries, unless a delivery is still waiting', async () => {
    const message = (outbox_id: number, age: number, spread = true) => ({
      ...{ outbox_id, message_id: `m${outbox_id}`, event_type: 'campaign.ended', body: '{}' },
      ...{ created_at: NOW - age, due_at: NOW - age, spread_at: spread ? NOW - age : null },
    });
    const delivery = (outbox_id: number, age: number, status: 'pending' | 'delivered' | 'failed') => ({
      ...{ outbox_id, channel: 'mail' as const, status, attempts: 1, created_at: NOW - age },
    });
    await database().write(async ({ db, t }) => {
      await db
        .insert(t.outbox)
        .values([
          message(1, 91 * DAY),
          message(2, 91 * DAY),
          message(3, 91 * DAY, false),
          message(4, 89 * DAY),
          message(5, 91 * DAY),
        ]);
      await db
        .insert(t.deliveries)
        .values([
          delivery(1, 91 * DAY, 'delivered'),
          delivery(2, 91 * DAY, 'pending'),
          delivery(4, 89 * DAY, 'failed'),
        ]);
    });
    await retain();
    const left = await database().read(({ db, t }) => db.select().from(t.outbox));
    expect(left.map(({ message_id }) => message_id).sort()).toEqual(['m2', 'm3', 'm4']);
    expect(await count('deliveries')).toBe(2);
  });

  test('counts of events that did not fit a plan are removed after a year', async () => {
    const countOf = (days: number, n: number) => ({
      ...{ day: startOfUtcDay(NOW) - days * DAY, game_id: 'game', event_type: `type ${n}`, event_sub_type: 'x' },
      ...{ field: '/a', fault: 'missing', slot: 0, events: 1, last_event_id: 'id', last_at: NOW - days * DAY },
    });
    const rows = Array.from({ length: 700 }, (_, n) => countOf(n % 7 ? 366 + (n % 50) : 365, n));
    for (let from = 0; from < rows.length; from += 300)
      await database().write(({ db, t }) => db.insert(t.plan_violations).values(rows.slice(from, from + 300)));
    expect(await retain()).toMatchObject({ plan_violations: 600 });
    expect(await count('plan_violations')).toBe(100);
  });

  test('old job runs are removed, but never the last one, which determines the next period', async () => {
    const done = async (job: string, period: string, now: number) => {
      const run = await leaseRun(database(), job, period, now);
      if (run) await finishRun(database(), run, now);
    };
    for (const period of ['2026-08-01', '2026-08-02']) await done('daily-results', period, NOW - 100 * DAY);
    await done('campaign-ends', '1@1', NOW - 100 * DAY);
    await retain();
    const left = await database().read(({ db, t }) => db.select().from(t.job_runs));
    expect(left.map(({ job, period }) => `${job} ${period}`).sort()).toEqual([
      'campaign-ends 1@1',
      'daily-results 2026-08-02',
    ]);
  });

  test('events are removed by whole hours, and their counts stay the same; verify finds no differences, even with late events', async () => {
    const event = (createdAt: number, eventType = 'shop') => ({
      ...{ eventId: randomUUID(), createdAt, gameId: 'game', eventType, eventSubType: 'opened' },
      ...{ sessionId: randomUUID(), anonId: null, userId: 'u', referralLink: null, payload: '{}' },
    });
    const hour = NOW - (NOW % HOUR);
    const old = Array.from({ length: 900 }, (_, n) => event(hour - 7 * DAY - 1 - n * 60_000, n % 3 ? 'shop' : 'level'));
    const young = Array.from({ length: 50 }, (_, n) => event(hour - 7 * DAY + n * 1000));
    const all = [...old, ...young];
    for (let from = 0; from < all.length; from += 500)
      await createHotStore(database()).ingest(all.slice(from, from + 500), NOW);
    const counted = async () => {
      const rows = await database().read(({ db, t }) => db.select().from(t.sdk_event_hours));
      return rows.reduce((sum, { events }) => sum + events, 0);
    };
    expect(await retain()).not.toHaveProperty('sdk_events');
    await database().write(({ db, t }) => db.update(t.organisation).set({ event_days: 7 }));
    expect(await retain()).toMatchObject({ sdk_events: 900 });
    expect(await counted()).toBe(950);
    expect(await faultsIn(database())).toEqual([]);
    await createHotStore(database()).ingest([event(hour - 8 * DAY)], NOW);
    expect(await faultsIn(database())).toEqual([]);
    expect(await retain()).toMatchObject({ sdk_events: 1 });
    expect(await counted()).toBe(951);
    expect((await database().read(({ db, t }) => db.select().from(t.sdk_events))).length).toBe(50);
  });

  test('a second run has nothing left to do', async () => {
    expect(new Set(Object.values(await retain()))).toEqual(new Set([0]));
  });

  test('counts of sign-ins are removed once they have expired', async () => {
    const tries = (account: number, expires_at: number) => ({
      ...{ account_hash: `a${account}`, network_hash: 'n', failures: 1, since: NOW },
      expires_at,
    });
    const rows = Array.from({ length: 300 }, (_, n) => tries(n, n < 200 ? NOW : NOW + 1));
    await database().write(({ db, t }) => db.insert(t.sign_in_tries).values(rows));
    expect(await retain()).toMatchObject({ sign_in_tries: 200 });
    expect(await count('sign_in_tries')).toBe(100);
  });
});
