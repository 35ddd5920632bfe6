import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import type { Database } from '../../daemon/db/database.ts';
import { forgetDeleted } from '../../daemon/db/forget.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { findSecretKeys } from '../../daemon/db/secret/secret-key.ts';
import { eraseUser } from '../../daemon/features/erasure/erase-user.ts';
import { isFull } from '../support/amounts.ts';
import { tracesOf } from '../support/contract/text-traces.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { failOn } from '../support/faults/sabotage.ts';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { addCode, addCreatorCode, runningCampaign } from '../support/http/campaigns.ts';
import { apiKey, done, iso, type TestClient, testClient } from '../support/http/test-client.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';
import { runSql } from '../support/world/sql.ts';

/** User IDs as games create them, and IDs that no game should create. `npm test` uses the first two. */
const ALL_IDS = [
  'player-4711-x',
  `O'Brien "the" 100%_\\d{2} $& user`,
  'ünïcode-玩家-🎁-пользователь',
  `${'long-'.repeat(51)}`,
  randomUUID(),
  '../../etc/passwd; drop table claims; --',
];
const IDS = isFull ? ALL_IDS : ALL_IDS.slice(0, 2);

describe.each<DatabaseKind>(['sqlite', 'postgres'])('erase-user on %s', (database) => {
  const story = database === 'sqlite' ? it : itInFull;
  let daemon: TestDaemon;
  let beside: Database;
  let game: TestClient;
  let staff: TestClient;
  let codes: { gift: string; once: string; creator: string };
  let campaignId: number;
  let serial = 0;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    beside = await openDatabase(daemon.databaseUrl, { exclusive: false, poolSize: 2 });
    [beside.keys.secretKey = null] = await findSecretKeys(beside, { databaseUrl: daemon.databaseUrl });
    game = daemon.server;
    staff = daemon.owner;
    // The endpoint cannot be reached, so messages about players are written and stay in the outbox.
    const webhook = { url: 'https://hooks.invalid/', events: ['redemption.succeeded' as const] };
    done(await staff.call('createWebhook', { body: webhook }));
    campaignId = await runningCampaign(daemon);
    const gift = await addCode(daemon, campaignId, 'GIFT');
    const once = await addCode(daemon, campaignId, 'ONCE');
    const base = await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y', creator_usage_limit: 100_000 });
    const creator = await addCreatorCode(daemon, 'some-creator', base.code);
    codes = { gift: gift.code, once: once.code, creator: creator.code };
  });
  afterAll(async () => {
    await beside?.close();
    await daemon?.close();
  });

  const event = (change: object) => ({
    event_type: 'shop',
    event: { event_sub_type: 'opened', event_details: { item: 'sword' } },
    game_id: 'game',
    created_at: iso(Date.now()),
    session_id: randomUUID(),
    event_id: randomUUID(),
    user_details: { user_id: 'stranger' },
    app_details: { version: '1.0' },
    ...change,
  });
  const ingest = async (...events: object[]) => {
    const { accepted, rejected } = done(await game.call('gameEvent', { body: { events } }));
    expect([accepted, rejected]).toEqual([events.length, []]);
  };
  const redeem = async (user_id: string, code: string, headers = {}) =>
    testClient(daemon.url, { ...apiKey(daemon.serverKey), ...headers }).call('redeem', { body: { user_id, code } });

  /** Creates personal codes for a player, individually and in batches. */
  async function ownCodes(recipient: string) {
    const { code_id } = await addCode(daemon, campaignId, `OWN-${serial}`, { recipient: 'a-friend' });
    for (const next of [recipient, 'a-friend', recipient])
      done(await staff.edit('changeCode', { params: { code_id }, body: { recipient: next } }));
    const params = { campaign_id: campaignId };
    const shared = { name: 'Own', root_url: 'https://game.example/redeem', rewards_json: '{"gold":1}' };
    const bulk = await staff.call('generateCodes', { params, body: { ...shared, count: 2, recipient } });
    const csv = stringify([
      ['code', 'recipient'],
      [`FILE-${serial}`, recipient],
    ]);
    const file = await staff.call('importCodes', { params, body: { ...shared, csv, recipient } });
    for (const job of [bulk, file]) await jobDone(staff, done(job).job_id);
    const batch = { batch_id: done(bulk).job_id };
    done(await staff.call('changeBatch', { params: batch, body: { recipient: 'a-friend' } }));
    done(await staff.call('changeBatch', { params: batch, body: { recipient } }));
  }

  /** Stores a player's data in every way in which the daemon can receive it. */
  async function live(userId: string): Promise<{ anon: string; device: string }> {
    serial += 1;
    const [anon, device] = [`anon_${randomUUID()}`, `anon_${randomUUID()}`];
    // Header values must be ASCII.
    const key = /^[\x20-\x7e]{1,200}$/.test(userId) ? `redeem:${userId}:${serial}` : `redeem-${serial}`;
    const { redemption_id } = done(await redeem(userId, codes.creator, { 'Idempotency-Key': key }));
    done(await redeem(userId, codes.gift));
    const report = { redemption_id, status: 'failed' as const, detail: `no mailbox for ${userId}` };
    done(await game.call('reportRedemption', { body: report }));
    const released = done(await redeem(userId, codes.once)).redemption_id;
    done(await staff.call('releaseClaim', { params: { redemption_id: released }, body: { reason: 'It never came.' } }));
    expect((await redeem(userId, codes.gift)).status).toBe(409);
    expect((await redeem(userId, userId.slice(0, 200))).status).toBe(404);
    const payment = (amount: number, more: object) => ({
      event_type: 'payment',
      created_at: iso(Date.now()),
      game_id: 'game',
      event: { user_id: userId, amount },
      ...more,
    });
    const short = userId.slice(0, 240);
    const first = { transaction_id: `${short}:1/${serial}` };
    done(
      await game.call('gameEvent', {
        body: { id: `${short} ${serial}`, events: [payment(10.5, first), payment(3, {})] },
      }),
    );
    done(await game.call('gameEvent', { body: { events: [payment(-4, { refund_of: first.transaction_id })] } }));
    done(await game.call('gameEvent', { body: { events: [payment(-1, {})] } }));
    await ownCodes(userId);
    const url = `https://game.example/?from=${userId}&x=1`;
    await ingest(
      event({ anon_id: anon, user_details: { user_id: anon } }),
      event({ anon_id: anon, user_details: { user_id: userId, email: `${serial}@example.test` } }),
      event({ anon_id: anon, user_details: { user_id: anon }, utms: { utm_term: userId } }),
      event({ user_details: { user_id: anon } }),
      event({ user_details: { user_id: userId }, service_referral_link: url }),
      event({ anon_id: userId, user_details: { user_id: userId } }),
    );
    // Another user of the same device, after the erased user, and a user whose event names the erased user.
    const other = { anon_id: device, user_details: { user_id: `neighbour-${serial}`, level: 7 } };
    await ingest(event({ anon_id: device, user_details: { user_id: userId } }));
    await ingest(event(other));
    const talk = { event_sub_type: 'gift', event_details: { to: userId, list: [{ [userId]: 1 }], kept: true } };
    await ingest(event({ event: talk, user_details: { user_id: `talker-${serial}` } }));
    const figures = { sessions: 1, users: 1, by_session: [], by_user: [{ user_id: userId, events: 6 }] };
    await beside.write(({ db, t }) =>
      db.insert(t.event_reports).values({
        ...{ report_id: `report-${serial}`, query: '{"kind":"activity"}', status: 'done', events_read: 6, events: 6 },
        ...{ result: JSON.stringify(figures), counted_at: Date.now(), updated_at: Date.now() },
      }),
    );
    return { anon, device };
  }

  /** Erases the user as the command does when it runs beside a daemon. */
  const run = (userId: string) =>
    eraseUser(beside, userId, { forget: (tables) => forgetDeleted(daemon.databaseUrl, tables) }, Date.now());
  const tracesAfter = (userId: string) => tracesOf(daemon.databaseUrl, userId);
  const SUMS = `select (select count(*) from claims) as claims, (select count(*) from links) as links,
    (select count(*) from refused_tries) as tries, (select sum(amount) from payments) as paid,
    (select count(*) from payments) as payments, (select sum(amount) from accruals) as accrued,
    (select count(*) from accruals) as accruals, (select count(*) from sdk_events) as events,
    (select sum(claims) from code_counters) as counted, (select sum(revenue) from code_counters) as revenue,
    (select sum(used) from codes) as used`;
  const sums = async () => ((await runSql(daemon.databaseUrl, SUMS))[0] ?? {}) as Record<string, unknown>;

  it.each(IDS)('leaves no trace of %j, and keeps every sum', async (userId) => {
    const { anon, device } = await live(userId);
    await live(`before ${serial}`);
    const before = await sums();
    expect(await faultsIn(daemon.db)).toEqual([]);
    expect(await tracesAfter(userId)).not.toEqual([]);
    const { counts, held, creator } = await run(userId);
    expect(held).toEqual([]);
    expect(creator).toBe(false);
    expect(counts).toMatchObject({ links: 1, claims: 2, refused_tries: 2, accruals: 4, identities: 2, outbox: 3 });
    expect(await tracesAfter(userId)).toEqual([]);
    expect(await tracesAfter(anon)).toEqual([]);
    expect(await tracesAfter(device)).toEqual([]);
    expect(await sums()).toEqual(before);
    expect(await faultsIn(daemon.db)).toEqual([]);
    const { counts: again } = await run(userId);
    expect(Object.values(again).every((count) => count === 0)).toBe(true);
  });

  story(
    'keeps the remaining rows of one person together, under one tombstone, and removes the person from the events',
    async () => {
      const userId = `together-${randomUUID()}`;
      await live(userId);
      await run(userId);
      const [claim] = await runSql(daemon.databaseUrl, 'select user_id from claims order by claim_id desc limit 1');
      const tombstone = String(claim?.user_id);
      expect(tombstone).toMatch(/^erased_[\w-]{22}$/);
      const of = async (table: string) =>
        (await runSql(daemon.databaseUrl, `select * from ${table} where user_id = '${tombstone}'`)).length;
      const rows = Object.fromEntries(
        await Promise.all(
          ['claims', 'links', 'refused_tries', 'payments', 'accruals', 'sdk_events'].map(async (t) => [t, await of(t)]),
        ),
      );
      expect(rows).toEqual({ claims: 3, links: 1, refused_tries: 2, payments: 4, accruals: 4, sdk_events: 7 });
      const payloads = (
        await runSql(daemon.databaseUrl, `select payload, anon_id from sdk_events where user_id = '${tombstone}'`)
      ).map(({ payload, anon_id }) => [JSON.parse(String(payload)), anon_id]);
      for (const [payload, anon_id] of payloads) {
        expect(anon_id).toBeNull();
        expect(payload.user_details).toEqual({ user_id: tombstone });
        expect(payload.event).toEqual({ event_sub_type: 'opened' });
        expect(payload.anon_id).toBeUndefined();
        expect(payload.app_details).toEqual({ version: '1.0' });
      }
      const others = await runSql(
        daemon.databaseUrl,
        `select payload from sdk_events where user_id = 'neighbour-${serial}'`,
      );
      expect(JSON.parse(String(others[0]?.payload))).toMatchObject({
        user_details: { user_id: `neighbour-${serial}`, level: 7 },
        event: { event_details: { item: 'sword' } },
      });
      const audit = await runSql(daemon.databaseUrl, "select * from audit_log where action = 'player.erase'");
      expect(audit.length).toBeGreaterThan(0);
      expect(JSON.stringify(audit)).not.toContain(tombstone);
    },
  );

  story('does not touch users with a similar ID', async () => {
    const userId = `twin_${randomUUID().slice(0, 8)}`;
    const twins = [
      `${userId}2`,
      `${userId}é`,
      userId.toUpperCase(),
      userId.replace('_', 'x'),
      `a${userId}`,
      ` ${userId}`,
    ];
    await live(userId);
    for (const twin of twins) await live(twin);
    await run(userId);
    for (const twin of twins) {
      expect((await redeem(twin, codes.gift)).status, twin).toBe(409);
      const name = twin.replaceAll("'", "''");
      expect(await runSql(daemon.databaseUrl, `select 1 from links where user_id = '${name}'`)).toHaveLength(1);
      const events = await runSql(daemon.databaseUrl, `select payload from sdk_events where user_id = '${name}'`);
      expect(events.some(({ payload }) => JSON.parse(String(payload)).user_details.email)).toBe(true);
    }
    expect((await redeem(userId, codes.gift)).status).toBe(200);
    await run(userId);
  });

  story('erases a short ID from ID fields, but not from texts that contain it by chance', async () => {
    await live('7');
    await run('7');
    for (const table of ['claims', 'links', 'refused_tries', 'payments', 'accruals', 'sdk_events', 'identities'])
      expect(await runSql(daemon.databaseUrl, `select 1 from ${table} where user_id = '7'`), table).toEqual([]);
    const [request] = await runSql(
      daemon.databaseUrl,
      "select request_id from payment_requests where request_id like '7 %'",
    );
    expect(request).toBeDefined();
  });

  story('reports that the ID is also a creator’s, and keeps the creator', async () => {
    expect((await redeem('some-creator', codes.gift)).status).toBe(200);
    expect(await run('some-creator')).toMatchObject({ creator: true, counts: { claims: 1 } });
    expect(await runSql(daemon.databaseUrl, "select 1 from creators where creator_id = 'some-creator'")).toHaveLength(
      1,
    );
    expect(await runSql(daemon.databaseUrl, "select 1 from claims where user_id = 'some-creator'")).toEqual([]);
  });

  story('continues with the same tombstone after an interruption', async () => {
    const userId = `interrupted-${randomUUID()}`;
    await live(userId);
    const before = await sums();
    const mended = [];
    for (const table of ['payments', 'sdk_events', 'identities']) {
      const by = table === 'identities' ? 'delete' : 'update of user_id';
      mended.push(await failOn(daemon.databaseUrl, { table, by }));
    }
    for (const mend of mended) {
      await expect(run(userId)).rejects.toThrow(/sabotaged/);
      expect(await faultsIn(daemon.db)).toEqual([]);
      expect(await sums()).toEqual(before);
      await mend();
    }
    await run(userId);
    expect(await tracesAfter(userId)).toEqual([]);
    const tombstones = await runSql(
      daemon.databaseUrl,
      `select distinct user_id from payments where payment_id > (select max(payment_id) - 4 from payments)
       union select user_id from (select user_id from claims order by claim_id desc limit 3) c`,
    );
    expect(tombstones).toHaveLength(1);
    expect(await sums()).toEqual(before);
  });

  story('uses a new tombstone for a user who returned during the interruption', async () => {
    const userId = `returned-${randomUUID()}`;
    await live(userId);
    const mend = await failOn(daemon.databaseUrl, { table: 'sdk_events', by: 'update of user_id' });
    await expect(run(userId)).rejects.toThrow(/sabotaged/);
    await live(userId);
    await mend();
    await run(userId);
    expect(await tracesAfter(userId)).toEqual([]);
    expect(await faultsIn(daemon.db)).toEqual([]);
  });

  it('works while this user and others send requests, and verify finds no differences', async () => {
    const userId = `busy-${randomUUID()}`;
    for (let n = 0; n < 3; n += 1) await live(`${userId}-${n}`);
    await live(userId);
    let over = false;
    const statuses = new Set<number>();
    const busy = Array.from({ length: 4 }, async (_, n) => {
      for (let at = 0; !over; at += 1) {
        const who = n === 0 ? userId : `crowd-${n}-${at}`;
        statuses.add((await redeem(who, codes.creator)).status);
        const events = [-1, 5].map((amount) => ({
          event_type: 'payment',
          created_at: iso(Date.now()),
          game_id: 'game',
          event: { user_id: who, amount },
        }));
        statuses.add((await game.call('gameEvent', { body: { events } })).status);
      }
    });
    await run(userId).finally(() => {
      over = true;
    });
    await Promise.all(busy);
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200]));
    expect([...statuses].every((status) => [200, 409].includes(status))).toBe(true);
    expect(await faultsIn(daemon.db)).toEqual([]);
    await run(userId);
    expect(await runSql(daemon.databaseUrl, `select 1 from accruals where user_id = '${userId}'`)).toEqual([]);
    expect(await faultsIn(daemon.db)).toEqual([]);
  });

  story('prints how many rows it erased when it runs as a command beside the daemon', async () => {
    const userId = `command ${randomUUID()}`;
    await live(userId);
    const command = (...args: string[]) =>
      new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
        const child = spawn(process.execPath, [join(root, 'daemon/dist/main.js'), 'erase-user', ...args], {
          env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: daemon.databaseUrl },
        });
        let [stdout, stderr] = ['', ''];
        child.stdout.on('data', (chunk) => {
          stdout += chunk;
        });
        child.stderr.on('data', (chunk) => {
          stderr += chunk;
        });
        child.once('close', (status) => resolve({ status, stdout, stderr }));
      });
    const { status, stdout, stderr } = await command(userId);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^other claims +2$/m);
    expect(stdout).toMatch(/^payments +\d+$/m);
    expect(stdout).not.toContain(userId);
    expect(await tracesAfter(userId)).toEqual([]);
    expect((await command(userId)).stdout).toContain('No row contains this ID.');
    expect((await command('')).status).toBe(1);
  });

  it('sabotage: the test notices a missed column, and pages that are not wiped', async () => {
    const userId = `sabotaged-${randomUUID()}`;
    await live(userId);
    await run(userId);
    expect(await tracesAfter(userId)).toEqual([]);
    await runSql(
      daemon.databaseUrl,
      `insert into identities (game_id, anon_id, user_id, joined_at) values ('g', 'a', '${userId}', 1)`,
    );
    expect(await tracesAfter(userId)).not.toEqual([]);
    // A delete on another connection leaves the rows on disk: SQLite has not wiped them, Postgres has not vacuumed.
    await runSql(daemon.databaseUrl, `delete from identities where anon_id = 'a'`);
    await sleep(10);
    expect(await tracesAfter(userId)).not.toEqual([]);
  });
});

it('erase-user refuses an invalid user ID and a missing database', () => {
  const command = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'daemon/dist/main.js'), 'erase-user', ...args], {
      env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: 'sqlite:/nowhere/at/all.db' },
      encoding: 'utf8',
    });
  expect(command().status).toBe(1);
  expect(command('a\tb').stderr).toContain('none of them control');
  expect(command('x'.repeat(256)).status).toBe(1);
  expect(command('player_x').stderr).toContain('No database at');
});
